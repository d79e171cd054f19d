import { atom, computed, type ReadableAtom } from 'nanostores';
import { failureSentence } from '../rules/failure-sentence.ts';
import { afterPress } from './after-press.ts';

/** Texts by field name, which is the wire name; a ticked checkbox is `on`, another is empty. */
export type Values = Readonly<Record<string, string>>;

/** The sentence of each field that is not right. */
export type Errors = Readonly<Record<string, string>>;

/** `unready`: its rules have not been loaded yet. */
export type FormStep =
  | { step: 'unready' }
  | { step: 'idle' }
  | { step: 'sending' }
  | { step: 'failed'; lines: readonly string[] }
  | { step: 'sent' };

/** What came of sending; refused fields are named as on the wire. */
export type Sent = { ok: true } | { ok: false; error: { fields: readonly FieldMessage[] } };

/** A refused field under its wire name, and the sentence for it. */
export interface FieldMessage {
  field: string;
  message: string;
}

/** What a form does with what was typed. */
export interface FormConduct {
  validate(values: Values): Errors;
  submit(values: Values): Promise<Sent>;
  /** Lines of the alert, for a refusal that no field of this form explains, or anything thrown. */
  explain(problem: unknown): readonly string[];
}

/** What a form is before the user touches it. */
export interface FormOutline {
  /** Unique in its page: ids of the elements start with it. */
  id: string;
  /** What each field is called, in the order of the form. */
  labels: Readonly<Record<string, string>>;
  initial?: Values;
  /** Never kept in the draft. */
  secret?: readonly string[];
  /** Where what was typed, and differs from `initial`, outlives a reload. */
  draft?: { get(): string | null; set(text: string): void; remove(): void };
}

/** The conduct comes along, or is loaded when the form is first touched. */
export type FormConfig = FormOutline & (FormConduct | { conduct(): Promise<FormConduct> });

export interface Form {
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly $values: ReadableAtom<Values>;
  /** Every field that is not right, shown or not. */
  readonly $errors: ReadableAtom<Errors>;
  /** Errors shown beside the fields: once the user left a field, and all after a submit. */
  readonly $visibleErrors: ReadableAtom<Errors>;
  /** How often submits were stopped by faults that still stand; the summary takes the focus at each. */
  readonly $failedSubmits: ReadableAtom<number>;
  readonly $step: ReadableAtom<FormStep>;
  /** Loads the conduct before it is needed; after a failure the next call tries again. */
  prepare(): void;
  /** Waits for the conduct; false, and the step is `failed`, if it cannot be loaded. */
  ready(): Promise<boolean>;
  change(name: string, value: string): void;
  leave(name: string): void;
  submit(): Promise<void>;
  /** Shows the errors of these fields and calls for the summary, as a submit that they stop. */
  stop(names: readonly string[]): void;
  /** Shows these beside their fields until their values change. */
  refuse(fields: readonly FieldMessage[]): void;
  /** The user has read the alert: the step `failed` ends. */
  dismiss(): void;
  /** Empties fields, errors and draft. */
  reset(): void;
  /** Fills what is still as it was at the beginning from the draft. */
  restore(): void;
}

/** A form as its recipe wants it; nothing in it knows React or the DOM. */
export function createForm(recipe: FormConfig): Form {
  const { initial = {}, draft } = recipe;
  const $values = atom<Values>(initial);
  /** Values that the gateway refused, with its sentence; another value is not refused yet. */
  const $refused = atom<Readonly<Record<string, { value: string; message: string }>>>({});
  const $conduct = atom<FormConduct | null>('conduct' in recipe ? null : recipe);
  const $errors = computed([$values, $refused, $conduct], (values, refused, conduct) => {
    const standing = Object.entries(refused).filter(([name, { value }]) => values[name] === value);
    const refusals = standing.map(([name, { message }]) => [name, message]);
    return { ...Object.fromEntries(refusals), ...conduct?.validate(values) } as Errors;
  });
  const $visibleErrors = atom<Errors>({});
  const $failedSubmits = atom(0);
  const $step = atom<FormStep>({ step: 'unready' });
  let loading: Promise<FormConduct> | undefined;
  let restored = false;

  /** Nothing is under way. */
  function rest() {
    $step.set({ step: $conduct.get() ? 'idle' : 'unready' });
  }

  async function load() {
    if ($conduct.get() || !('conduct' in recipe)) return;
    loading ??= recipe.conduct().finally(() => {
      loading = undefined;
    });
    const conduct = await loading;
    // What it has to say would move what is pressed.
    await new Promise<void>(afterPress);
    if ($conduct.get()) return;
    $conduct.set(conduct);
    rest();
  }

  async function ready() {
    try {
      await load();
      return true;
    } catch (failure) {
      fail(failure);
      return false;
    }
  }

  function prepare() {
    load().catch(() => {});
  }

  /** What differs from what the form began with. */
  function typed(): Values {
    const values = Object.entries($values.get());
    return Object.fromEntries(values.filter(([name, value]) => value !== (initial[name] ?? '')));
  }

  /** The rest is no part of the draft: it may be newer when the form is opened again. */
  function keepDraft() {
    if (restored) draft?.set(JSON.stringify(without(recipe.secret ?? [], typed())));
  }

  function show(names: readonly string[]) {
    $visibleErrors.set(only(names, $errors.get()));
    if (Object.keys($visibleErrors.get()).length === 0) $failedSubmits.set(0);
  }

  function stop(names: readonly string[]) {
    show([...Object.keys($visibleErrors.get()), ...names]);
    $failedSubmits.set($failedSubmits.get() + 1);
  }

  function refuse(fields: readonly FieldMessage[]) {
    const values = $values.get();
    const refused = fields.map(({ field, message }) => [
      field,
      { value: values[field] ?? '', message },
    ]);
    $refused.set({ ...$refused.get(), ...Object.fromEntries(refused) });
    show([...Object.keys($visibleErrors.get()), ...fields.map(({ field }) => field)]);
  }

  function settle({ error: refusal }: Extract<Sent, { ok: false }>) {
    const isOurs = ({ field }: FieldMessage) => Object.hasOwn(recipe.labels, field);
    const fields = refusal.fields.filter((each) => !isOurs(each));
    rest();
    if (fields.length < refusal.fields.length) {
      refuse(refusal.fields.filter(isOurs));
      $failedSubmits.set($failedSubmits.get() + 1);
    }
    if (fields.length > 0 || refusal.fields.length === 0) fail({ ...refusal, fields });
  }

  function fail(problem: unknown) {
    const lines = $conduct.get()?.explain(problem) ?? [failureSentence(null)];
    if (lines.length > 0) $step.set({ step: 'failed', lines });
    else rest();
  }

  rest();
  return {
    id: recipe.id,
    labels: recipe.labels,
    $values,
    $errors,
    $visibleErrors,
    $failedSubmits,
    $step,
    change(name, value) {
      if (($values.get()[name] ?? '') === value) return;
      $values.set({ ...$values.get(), [name]: value });
      keepDraft();
      show(Object.keys($visibleErrors.get()));
      prepare();
    },
    leave(name) {
      const showToo = () => show([...Object.keys($visibleErrors.get()), name]);
      if ($conduct.get()) showToo();
      else load().then(showToo, () => {});
    },
    prepare,
    ready,
    async submit() {
      const conduct = $conduct.get() ?? ((await ready()) ? $conduct.get() : null);
      const { step } = $step.get();
      if (!conduct || step === 'sending' || step === 'sent') return;
      const wrong = Object.keys($errors.get());
      if (wrong.length > 0) return stop(wrong);
      show([]);
      $step.set({ step: 'sending' });
      try {
        const sent = await conduct.submit($values.get());
        if (!sent.ok) return settle(sent);
        draft?.remove();
        $step.set({ step: 'sent' });
      } catch (failure) {
        fail(failure);
      }
    },
    stop,
    refuse,
    dismiss: rest,
    reset() {
      draft?.remove();
      $values.set(initial);
      $refused.set({});
      show([]);
      rest();
    },
    restore() {
      const kept = only(Object.keys(recipe.labels), parseDraft(draft?.get() ?? null));
      $values.set({ ...initial, ...kept, ...typed() });
      restored = true;
      keepDraft();
      if (Object.values($values.get()).some(Boolean)) prepare();
    },
  };
}

function only(names: readonly string[], texts: Errors | Values): Values {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => names.includes(name)));
}

function without(names: readonly string[], values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/** A draft is what this form wrote; anything else is no draft. */
function parseDraft(text: string | null): Values {
  try {
    const draft: unknown = JSON.parse(text ?? '{}');
    const entries = typeof draft === 'object' && draft !== null ? Object.entries(draft) : [];
    return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}
