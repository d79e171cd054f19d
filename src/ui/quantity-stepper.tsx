interface QuantityStepperProps {
  label: string;
  quantity: number;
  /** Null disables the button. */
  onDecrease: (() => void) | null;
  onIncrease: (() => void) | null;
  /** The id of the text that says why a button is disabled. */
  describedBy?: string;
  className: string;
}

export function QuantityStepper({
  label,
  quantity,
  onDecrease,
  onIncrease,
  describedBy,
  className,
}: QuantityStepperProps) {
  return (
    <div className={`quantity ${className}`}>
      <StepButton
        icon="M5 12h14"
        name={`Menos um: ${label}`}
        describedBy={describedBy}
        onPress={onDecrease}
      />
      <output>
        <span className="visually-hidden">{label}: </span>
        {quantity}
      </output>
      <StepButton
        icon="M5 12h14M12 5v14"
        name={`Mais um: ${label}`}
        describedBy={describedBy}
        onPress={onIncrease}
      />
    </div>
  );
}

interface StepButtonProps {
  icon: string;
  name: string;
  describedBy: string | undefined;
  onPress: (() => void) | null;
}

/** Uses aria-disabled, with which a button that the user has just pressed keeps the focus. */
function StepButton({ icon, name, describedBy, onPress }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-describedby={describedBy}
      aria-disabled={onPress === null}
      onClick={() => onPress?.()}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
}
