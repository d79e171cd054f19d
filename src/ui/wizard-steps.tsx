import { useEffect, useRef } from 'react';

interface WizardStepsProps {
  names: readonly string[];
  place: number;
}

/** Takes the focus at each new step, so that the step is read aloud. */
export function WizardSteps({ names, place }: WizardStepsProps) {
  const current = useRef<HTMLLIElement>(null);
  const seen = useRef(place);
  useEffect(() => {
    if (seen.current !== place) current.current?.focus();
    seen.current = place;
  }, [place]);
  return (
    <ol className="wizard-steps">
      {names.map((name, position) => (
        <li
          key={name}
          className={position < place ? 'wizard-step-done' : undefined}
          {...(position === place && { ref: current, tabIndex: -1, 'aria-current': 'step' })}
        >
          <span className="visually-hidden">
            Passo {position + 1} de {names.length}:{' '}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}
