import css from './page.css?inline';

let sheet: CSSStyleSheet | null = null;
let mountedForms = 0;

/**
 * The forms' styles are on the document while a form is mounted, and hold inside our wrapper alone.
 * @returns what takes them off
 */
export function mountStyles(theme: string): () => void {
  const rules = css + theme;
  const mounted = sheet ?? sheetOf(rules + withoutInherited(rules));
  sheet = mounted;
  if (mountedForms === 0) document.adoptedStyleSheets.push(mounted);
  mountedForms += 1;
  return () => {
    mountedForms -= 1;
    if (mountedForms > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== mounted);
  };
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** What the element inherits is the page's own; any rule of the page for the element itself wins. */
function withoutInherited(rules: string): string {
  const names = rules.match(/--promo-[\w-]+/g) ?? [];
  return `@layer promo.form{:has(>.promo-page){${names.join(':initial;')}:initial}}`;
}
