// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { QuestionField } from '../../../src/ui/choice-field.tsx';
import { createForm } from '../../../src/ui/form.ts';

const question = { id: 1, type: 'YES_NO', options: [], question: 'Você já usava?' } as const;

test.each([
  ['asked beside a sign-up, which says that it may be left out,', true],
  ['of a poll by itself', false],
])('a question %s is announced as required only where it is', (_, optional) => {
  const form = createForm({
    id: 'f',
    labels: { q: question.question },
    validate: () => ({}),
    submit: async () => ({ ok: true }),
    explain: () => [],
  });
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  flushSync(() =>
    root.render(<QuestionField form={form} name="q" question={question} optional={optional} />),
  );
  const radios = [...document.querySelectorAll('input')];
  expect(radios.map(({ required }) => required)).toEqual([!optional, !optional]);
  root.unmount();
});
