import { type FormSettings, readFormSettings } from '../../contract/frame-protocol.ts';
import { ignoredAttribution } from '../../rules/campaign/attribution.ts';
import { appearanceSheet, paletteOf, readAppearance, reportRefused } from './appearance.ts';
import { hasPrefill, prefill } from './prefill.ts';

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

/** The campaign's own values, from before the first appearance. */
const palette = paletteOf(document.documentElement);

const scope = { root: ':root', within: '', layer: null };

export function applyFrameSettings(): void {
  const text = document.documentElement.dataset.settings ?? '{}';
  applySettings(readFormSettings(JSON.parse(text)) ?? {});
}

/** Applies the settings of the page around the frame; loaded only if it sets any. */
function applySettings(settings: FormSettings): void {
  const { appearance, refused } = readAppearance(settings);
  const { css, refused: illegible } = appearanceSheet(appearance, palette, scope);
  sheet.replaceSync(css);
  reportRefused([...ignoredAttribution(settings), ...refused, ...illegible], location.origin);
  if (hasPrefill(settings)) whenHydrated(() => prefill(document, settings));
}

/** Runs after the form has restored its draft, which wins over a suggestion. */
function whenHydrated(act: () => void): void {
  // Not with :has(), which Firefox has known only since 121.
  const islands = [...document.querySelectorAll('astro-island[ssr]')];
  const island = islands.find((island) => island.querySelector('form'));
  if (!island) {
    act();
    return;
  }
  island.addEventListener('astro:hydrate', act, { once: true });
}
