import css from './page.css?inline';

/** How many forms wear them. */
let wearers = 0;
let sheet: CSSStyleSheet | undefined;

/**
 * Puts the forms' styles on the document while somebody wears them; they hold inside our wrapper alone.
 * @returns what takes them off.
 */
export function wearStyles(theme: string): () => void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css + theme);
  }
  const own = sheet;
  if (wearers === 0) document.adoptedStyleSheets.push(own);
  wearers += 1;
  return () => {
    wearers -= 1;
    if (wearers > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== own);
  };
}
