import type { FormSettings } from '../../src/contract/frame-protocol.ts';

const own = /^(?:utm-|prefill-|hidden-|partner|accent|radius|font|density|scheme)/;

/**
 * What the element sets for its form, and without it the advertisement that the page's own address
 * names. The form's side checks names and values.
 */
export function settingsOf(host: Element): FormSettings {
  const settings: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (/^utm_/.test(name)) settings[name.replace('_', '-')] = value;
  }
  for (const { name, value } of host.attributes) {
    const setting = name.replace('data-', '');
    if (own.test(setting)) settings[setting] = value;
  }
  return settings;
}
