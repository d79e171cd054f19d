import type { ConsumerType } from '../../rules/parameters.ts';
import type { Form } from '../../ui/form.ts';

const types: readonly { type: ConsumerType; label: string }[] = [
  { type: 'PERSON', label: 'Pessoa Física' },
  { type: 'CORPORATE', label: 'Pessoa Jurídica' },
];

/** The toggle of a campaign that takes both. */
export function ConsumerTypeChoice({ form, chosen }: { form: Form; chosen: ConsumerType }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand above the toggle.
    <div className="segmented" role="group" aria-label={form.labels['type']}>
      {types.map(({ type, label }) => (
        <button
          key={type}
          type="button"
          aria-pressed={type === chosen}
          onClick={() => form.change('type', type)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
