import { atom, computed, type ReadableAtom } from 'nanostores';
import { doublePressMs } from './dialog.tsx';
import type { FormStore, Values } from './form.ts';

export interface FormSteps {
  /** A form for each step, with its fields; submitting one leads to the next. */
  readonly parts: readonly FormStore[];
  readonly $stepIndex: ReadableAtom<number>;
  back(): void;
  reset(): void;
}

/** The last step sends the whole form; a refused field leads back to its step. */
export function createFormSteps(form: FormStore, steps: readonly (readonly string[])[]): FormSteps {
  const $stepIndex = atom(0);
  let advancedAt = Number.NEGATIVE_INFINITY;
  // The second press of two stands on the button of the step that the first one brought.
  const isDoublePress = () => performance.now() - advancedAt < doublePressMs;

  function advanceTo(stepIndex: number) {
    advancedAt = performance.now();
    $stepIndex.set(stepIndex);
  }

  async function leaveStep(stepIndex: number) {
    if (stepIndex < steps.length - 1) return advanceTo(stepIndex + 1);
    await form.submit();
    const refusedIndex = parts.findIndex(
      ({ $visibleErrors }) => Object.keys($visibleErrors.get()).length > 0,
    );
    if (refusedIndex !== -1) $stepIndex.set(refusedIndex);
  }

  const parts = steps.map((names, stepIndex) => {
    const part = partOf(form, names, () => leaveStep(stepIndex));
    return { ...part, submit: async () => (isDoublePress() ? undefined : part.submit()) };
  });
  return {
    parts,
    $stepIndex,
    back: () => $stepIndex.set(Math.max(0, $stepIndex.get() - 1)),
    reset() {
      form.reset();
      $stepIndex.set(0);
    },
  };
}

function partOf(
  form: FormStore,
  names: readonly string[],
  onStepDone: () => Promise<void>,
): FormStore {
  const filterOwn = (texts: Values) =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => names.includes(name)));
  const $errors = computed(form.$errors, filterOwn);
  const $visibleErrors = computed(form.$visibleErrors, filterOwn);
  return {
    ...form,
    labels: filterOwn(form.labels),
    $errors,
    $visibleErrors,
    $blockedSubmits: computed(
      [form.$blockedSubmits, $visibleErrors],
      (blockedSubmits, visibleErrors) =>
        Object.keys(visibleErrors).length > 0 ? blockedSubmits : 0,
    ),
    async submit() {
      const wrongNames = Object.keys($errors.get());
      if (wrongNames.length > 0) form.block(wrongNames);
      else await onStepDone();
    },
  };
}
