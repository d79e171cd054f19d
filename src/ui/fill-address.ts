import { atom, type ReadableAtom } from 'nanostores';
import { violationMessage } from '../rules/messages/field-messages.ts';
import { type FoundAddress, normalisePostalCode } from '../rules/people/address.ts';
import type { FormStore, Values } from './form.ts';

/** `locked` names the fields that were filled and cannot be edited. */
export type LookupStep =
  | { step: 'waiting' }
  | { step: 'looking' }
  | { step: 'not-found' }
  | { step: 'found'; locked: readonly string[] }
  | { step: 'unavailable' };

export function watchPostalCode(
  form: FormStore,
  lookUp: (postalCode: string) => Promise<FoundAddress>,
): { $step: ReadableAtom<LookupStep>; end: () => void } {
  const $step = atom<LookupStep>({ step: 'waiting' });
  const postalCodeOf = (values: Values) => normalisePostalCode(values['address.postcode'] ?? '');
  // An address that the form opened with is not looked up: a service may spell it otherwise.
  const saved = form.$values.init ?? {};
  let lastPostalCode = postalCodeOf(saved);
  let filled = addressOf(saved);

  async function onValues(values: Values, before: Values = saved) {
    const postalCode = postalCodeOf(values);
    if (postalCode === lastPostalCode) return;
    lastPostalCode = postalCode;
    // An address that came with its postal code is from a draft, so it is kept.
    const keepsTexts = values['address.street'] !== before['address.street'];
    // A form sent during the look-up must not have the former postal code’s address.
    if (!keepsTexts) clearFilled();
    if (postalCode.length !== 8) return $step.set({ step: 'waiting' });
    if (keepsTexts) filled = addressOf(values);
    $step.set({ step: 'looking' });
    const answer = await lookUp(postalCode);
    if (postalCode !== postalCodeOf(form.$values.get())) return;
    $step.set(applyAnswer(answer, { keepsTexts }));
  }

  function applyAnswer(answer: FoundAddress, options: { keepsTexts: boolean }): LookupStep {
    switch (answer.state) {
      case 'unavailable':
        return { step: 'unavailable' };
      case 'not-found':
        fill(emptyAddress);
        form.refuse([{ field: 'address.postcode', message: violationMessage('POSTCODE') }]);
        return { step: 'not-found' };
      case 'found': {
        const { street, district, city, uf } = answer;
        fill({ street, district, city, state: uf }, options);
        return { step: 'found', locked: lockedFields(street, district) };
      }
      default:
        return answer satisfies never;
    }
  }

  function fill(address: Values, { keepsTexts } = { keepsTexts: false }) {
    filled = address;
    for (const [name, value] of Object.entries(address)) {
      if (value || !keepsTexts) form.change(`address.${name}`, value);
      // Shows errors at once, such as that residents of this state may not take part.
      if (value) form.blur(`address.${name}`);
    }
  }

  /** Clears fields filled by another postal code, but not what the user typed. */
  function clearFilled() {
    for (const [name, value] of Object.entries(filled)) {
      if (form.$values.get()[`address.${name}`] === value) form.change(`address.${name}`, '');
    }
  }

  void onValues(form.$values.get());
  return { $step, end: form.$values.listen((values, before) => void onValues(values, before)) };
}

const emptyAddress: Values = { street: '', district: '', city: '', state: '' };

function addressOf(values: Values): Values {
  const names = Object.keys(emptyAddress);
  return Object.fromEntries(names.map((name) => [name, values[`address.${name}`] ?? '']));
}

function lockedFields(street: string, district: string): string[] {
  if (!street) return [];
  return district ? ['street', 'district'] : ['street'];
}
