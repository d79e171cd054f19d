import type { FormSettings, SettingName } from '../../contract/frame-protocol.ts';

/** The fields an embedder may suggest; never a password or a person's document. */
const fields: readonly (readonly [SettingName, string])[] = [
  ['prefill-name', 'name'],
  ['prefill-email', 'email'],
  ['prefill-phone', 'phone'],
  ['prefill-birth-date', 'birthDate'],
];

const suggested = new WeakMap<HTMLInputElement, string>();

/**
 * Fills empty fields as if their user had typed, so that the form checks and masks the text,
 * and they see it and can change it. Keeps what was typed or restored before, or deleted.
 */
export function prefill(root: ParentNode, settings: FormSettings): void {
  for (const [setting, name] of fields) {
    const text = readText(settings[setting]);
    const field = root.querySelector<HTMLInputElement>(`form input[name="${name}"]`);
    if (!text || !field || field.value || field.readOnly || field.disabled) continue;
    if (suggested.get(field) === text) continue;
    suggested.set(field, text);
    field.value = name === 'birthDate' ? brazilianDate(text) : text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

export function hasPrefill(settings: FormSettings): boolean {
  return fields.some(([setting]) => settings[setting]);
}

const maxLength = 120;

function readText(value: string | undefined): string {
  return (value ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, maxLength);
}

function brazilianDate(text: string): string {
  return text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1');
}
