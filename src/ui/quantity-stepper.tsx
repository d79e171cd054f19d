interface QuantityStepperProps {
  label: string;
  quantity: number;
  /** Null disables the button. */
  onDecrease: (() => void) | null;
  onIncrease: (() => void) | null;
}

export function QuantityStepper({ label, quantity, onDecrease, onIncrease }: QuantityStepperProps) {
  return (
    <div className="quantity">
      <StepButton sign="−" name={`Menos um: ${label}`} onPress={onDecrease} />
      <output>
        <span className="visually-hidden">{label}: </span>
        {quantity}
      </output>
      <StepButton sign="+" name={`Mais um: ${label}`} onPress={onIncrease} />
    </div>
  );
}

interface StepButtonProps {
  sign: string;
  name: string;
  onPress: (() => void) | null;
}

/** Uses aria-disabled, with which a button that the user has just pressed keeps the focus. */
function StepButton({ sign, name, onPress }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-disabled={onPress === null}
      onClick={() => onPress?.()}
    >
      {sign}
    </button>
  );
}
