import type { EmbeddableAttribute } from './snippet.ts';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** One of some. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <div className="field">
      <label htmlFor={`escolha-${label}`}>{label}</label>
      <select
        id={`escolha-${label}`}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex];
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface AttributeFieldProps {
  attribute: EmbeddableAttribute;
  value: string;
  onChange: (value: string) => void;
}

/** A value for an attribute; empty leaves it out. */
export function AttributeField({ attribute, value, onChange }: AttributeFieldProps) {
  const { name, type, text } = attribute;
  if (type === 'isolation') {
    const options = [
      { value: '', label: 'frame' },
      { value: 'page', label: 'page' },
    ];
    return <Choice label={name} value={value} options={options} onChange={onChange} />;
  }
  const id = `atributo-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      <p className="field-hint" id={`${id}-dica`}>
        {text}
      </p>
      <input
        id={id}
        aria-describedby={`${id}-dica`}
        inputMode={type === 'number' ? 'numeric' : 'text'}
        placeholder={String(attribute.default ?? '')}
        value={value}
        onChange={({ currentTarget }) =>
          onChange(type === 'number' ? currentTarget.value.replace(/\D/g, '') : currentTarget.value)
        }
      />
    </div>
  );
}
