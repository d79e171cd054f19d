import { atom, computed, type ReadableAtom } from 'nanostores';
import { scriptMissing } from '../rules/messages/field-messages.ts';
import type { FieldMessage } from '../rules/violation.ts';

/** Texts by the fields' wire names; a ticked checkbox is `on`, an unticked one empty. */
export type Values = Readonly<Record<string, string>>;

export type Errors = Readonly<Record<string, string>>;

export type Labels = Readonly<Record<string, string>>;

type FormStep =
  | { step: 'idle' }
  | { step: 'sending' }
  | { step: 'failed'; lines: readonly string[] }
  | { step: 'sent' };

export type SubmitResult =
  | { ok: true }
  | { ok: false; error: { code?: string; fields: readonly FieldMessage[] } };

export interface FormConfig {
  /** Unique in its page: ids of the elements start with it. */
  id: string;
  labels: Labels;
  initial?: Values;
  /** Never stored in the draft. */
  secret?: readonly string[];
  /** Stores typed values that differ from `initial`, so that they survive a reload. */
  draft?: { get(): string | null; set(text: string): void; remove(): void };
  validate(values: Values): Errors;
  submit(values: Values): Promise<SubmitResult>;
  /** Lines of the alert for an exception, or a refusal that concerns no field of this form. */
  explain(problem: unknown): readonly string[] | Promise<readonly string[]>;
  /** Called at the first focus, to preload what a submit needs; a refusal is shown. */
  preload?(): Promise<SubmitResult> | undefined;
}

export interface FormStore {
  readonly id: string;
  readonly labels: Labels;
  readonly $values: ReadableAtom<Values>;
  readonly $errors: ReadableAtom<Errors>;
  /** Errors of fields that the user has left; all errors after a submit. */
  readonly $visibleErrors: ReadableAtom<Errors>;
  /** How many submits were blocked by errors; the summary takes the focus at each. */
  readonly $blockedSubmits: ReadableAtom<number>;
  readonly $step: ReadableAtom<FormStep>;
  touch(): void;
  change(name: string, value: string): void;
  blur(name: string): void;
  submit(): Promise<void>;
  /** Sends nothing because of these fields, and shows what is wrong with them. */
  block(names: readonly string[]): void;
  /** Shows the gateway's messages beside the fields that have these values, until they change. */
  refuse(fields: readonly FieldMessage[], values?: Values): void;
  dismiss(): void;
  reset(): void;
  /** Fills untouched fields from the draft, and shows which of them are wrong. */
  restore(): void;
}

export function createForm(config: FormConfig): FormStore {
  const { id, labels, draft } = config;
  const { $values, change, restore, reset } = typedValues(config);
  const { showErrors, block, refuse, clear, ...errors } = fieldErrors(config, $values);
  const $step = atom<FormStep>({ step: 'idle' });

  function becomeIdle() {
    $step.set({ step: 'idle' });
  }

  async function showProblem(result: SubmitResult, values?: Values) {
    if (result.ok) return;
    const { error: refusal } = result;
    const ownErrors = refusal.fields.filter(({ field }) => field in labels);
    const fields = refusal.fields.filter(({ field }) => !(field in labels));
    if (ownErrors.length > 0) {
      refuse(ownErrors, values);
      block([]);
    }
    if (fields.length > 0 || ownErrors.length === 0) await showFailure({ ...refusal, fields });
    else becomeIdle();
  }

  async function showFailure(problem: unknown) {
    // Explaining may fail too, if its code cannot be loaded.
    const lines = await Promise.resolve(problem)
      .then(config.explain)
      .catch(() => [scriptMissing]);
    if (lines.length > 0) $step.set({ step: 'failed', lines });
    else becomeIdle();
  }

  return {
    id,
    labels,
    $values,
    ...errors,
    $step,
    touch() {
      config.preload?.()?.then(showProblem, () => {});
    },
    change(name, value) {
      if (change(name, value)) showErrors();
    },
    blur(name) {
      showErrors([name]);
    },
    async submit() {
      const { step } = $step.get();
      if (step === 'sending' || step === 'sent') return;
      const wrongNames = Object.keys(errors.$errors.get());
      if (wrongNames.length > 0) return block(wrongNames);
      showErrors();
      $step.set({ step: 'sending' });
      try {
        // A field may be corrected before the answer comes.
        const values = $values.get();
        const result = await config.submit(values);
        if (!result.ok) return await showProblem(result, values);
        draft?.remove();
        $step.set({ step: 'sent' });
      } catch (failure) {
        await showFailure(failure);
      }
    },
    block,
    refuse,
    dismiss: becomeIdle,
    reset() {
      reset();
      clear();
      becomeIdle();
    },
    restore() {
      showErrors(restore());
    },
  };
}

function typedValues({ labels, initial = {}, secret = [], draft }: FormConfig) {
  const $values = atom<Values>(initial);
  let isRestored = false;

  function typed(): Values {
    return filterTexts($values.get(), ([name, value]) => value !== (initial[name] ?? ''));
  }

  /** Another form may have values in the same draft. */
  function splitDraft(): { own: Values; others: Values } {
    const values = parseDraft(draft?.get());
    return {
      own: filterTexts(values, ([name]) => name in labels),
      others: filterTexts(values, ([name]) => !(name in labels)),
    };
  }

  function set(values: Values) {
    $values.set(values);
    if (!isRestored) return;
    const draftTexts = filterTexts(typed(), ([name]) => !secret.includes(name));
    draft?.set(JSON.stringify({ ...splitDraft().others, ...draftTexts }));
  }

  return {
    $values,
    change(name: string, value: string): boolean {
      const values = $values.get();
      if ((values[name] ?? '') === value) return false;
      set({ ...values, [name]: value });
      return true;
    },
    restore(): string[] {
      isRestored = true;
      const { own } = splitDraft();
      set({ ...initial, ...own, ...typed() });
      return Object.keys(own).filter((name) => own[name]);
    },
    reset() {
      draft?.remove();
      $values.set(initial);
    },
  };
}

/** Errors of the values, by the form's or the gateway's rules, and which of them show. */
function fieldErrors({ validate }: FormConfig, $values: ReadableAtom<Values>) {
  /** The gateway's messages, and the values that they are about. */
  const $refused = atom<{ values: Values; messages: Errors }>(nothingRefused);
  const openRefusals = () => {
    const { values, messages } = $refused.get();
    return filterTexts(messages, ([name]) => $values.get()[name] === values[name]);
  };
  const $errors = computed([$values, $refused], (values) => {
    const refusals = openRefusals();
    // While a postal code is refused, the city that comes with it is not missing.
    return { ...validate(filterTexts(values, ([name]) => !refusals[name])), ...refusals };
  });
  const $visibleErrors = atom<Errors>({});
  const $blockedSubmits = atom(0);

  /** Adds the errors of these fields and removes those that were fixed. */
  function showErrors(names: readonly string[] = []) {
    const visibleNames = [...Object.keys($visibleErrors.get()), ...names];
    $visibleErrors.set(filterTexts($errors.get(), ([name]) => visibleNames.includes(name)));
    if (Object.keys($visibleErrors.get()).length === 0) $blockedSubmits.set(0);
  }

  return {
    $errors,
    $visibleErrors,
    $blockedSubmits,
    showErrors,
    block(names: readonly string[]) {
      $blockedSubmits.set($blockedSubmits.get() + 1);
      showErrors(names);
    },
    refuse(fields: readonly FieldMessage[], values = $values.get()) {
      const messages = Object.fromEntries(fields.map(({ field, message }) => [field, message]));
      $refused.set({ values, messages: { ...openRefusals(), ...messages } });
      showErrors(Object.keys(messages));
    },
    clear() {
      $refused.set(nothingRefused);
      $visibleErrors.set({});
      showErrors();
    },
  };
}

const nothingRefused = { values: {}, messages: {} };

function filterTexts(
  values: Values,
  keep: (entry: [name: string, text: string]) => boolean,
): Values {
  return Object.fromEntries(Object.entries(values).filter(keep));
}

export function parseDraft(text?: string | null): Values {
  try {
    return filterTexts(Object(JSON.parse(text ?? '{}')), ([, value]) => typeof value === 'string');
  } catch {
    return {};
  }
}
