import type { Errors, Values } from './form.ts';

/** 'Falta preencher: nome, CPF. Confira: e-mail'; empty when the form can be sent. */
export function missingText(
  labels: Readonly<Record<string, string>>,
  values: Values,
  faults: Errors,
): string {
  const wrong = Object.entries(labels).filter(([name]) => faults[name]);
  const list = (filled: boolean) =>
    wrong
      .filter(([name]) => Boolean(values[name]?.trim()) === filled)
      .map(([, label]) => withinSentence(label))
      .join(', ');
  const [empty, filled] = [list(false), list(true)];
  return [empty && `Falta preencher: ${empty}`, filled && `Confira: ${filled}`]
    .filter(Boolean)
    .join('. ');
}

/** 'Nome' becomes 'nome'; 'CPF' stays. */
function withinSentence(label: string): string {
  return /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
