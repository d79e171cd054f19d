import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Form } from './form.ts';

export interface FormSteps {
  /** A form for each step, with its fields; submitting one leads to the next. */
  readonly parts: readonly Form[];
  readonly $place: ReadableAtom<number>;
  back(): void;
}

/** The last step sends the whole form; a refused field leads back to its step. */
export function createFormSteps(form: Form, steps: readonly (readonly string[])[]): FormSteps {
  const $place = atom(0);

  async function goOn(place: number) {
    if (place < steps.length - 1) return $place.set(place + 1);
    await form.submit();
    const refused = parts.findIndex(
      ({ $visibleErrors }) => Object.keys($visibleErrors.get()).length > 0,
    );
    if (refused !== -1) $place.set(refused);
  }

  const parts = steps.map((names, place) => partOf(form, names, () => goOn(place)));
  return { parts, $place, back: () => $place.set(Math.max(0, $place.get() - 1)) };
}

function partOf(form: Form, names: readonly string[], goOn: () => Promise<void>): Form {
  const own = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => names.includes(name)));
  const $errors = computed(form.$errors, own);
  const $visibleErrors = computed(form.$visibleErrors, own);
  return {
    ...form,
    labels: own(form.labels),
    $errors,
    $visibleErrors,
    $failedSubmits: computed([form.$failedSubmits, $visibleErrors], (stops, shown) =>
      Object.keys(shown).length > 0 ? stops : 0,
    ),
    async submit() {
      const wrong = Object.keys($errors.get());
      if (wrong.length > 0) form.stop(wrong);
      else await goOn();
    },
  };
}
