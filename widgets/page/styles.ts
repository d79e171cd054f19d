import css from './page.css?inline';

const sheets: CSSStyleSheet[] = [];
/** How many forms wear them. */
let wearers = 0;

/**
 * Puts the forms' styles on the document while somebody wears them; they hold inside our wrapper alone.
 * @returns what takes them off.
 */
export function mountStyles(theme: string): () => void {
  if (sheets.length === 0) addStyles(css + theme);
  if (wearers === 0) document.adoptedStyleSheets.push(...sheets);
  wearers += 1;
  return () => {
    wearers -= 1;
    if (wearers > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
      (sheet) => !sheets.includes(sheet),
    );
  };
}

/** More of them, once. */
export function addStyles(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.push(sheet);
  if (wearers > 0) document.adoptedStyleSheets.push(sheet);
}
