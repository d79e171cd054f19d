import { useStore } from '@nanostores/react';
import type { Poll } from '../../contract/polls.ts';
import { questionsOf } from '../../rules/polls.ts';
import type { Form } from '../../ui/form.ts';
import { QuestionField } from '../../ui/question-field.tsx';
import { fieldId } from '../../ui/use-field.ts';
import { questionField } from './sign-up-poll.store.ts';

/** Answered whole or not at all, so the user can take back what they chose. */
export function PollSection({ form, poll }: { form: Form; poll: Poll }) {
  const values = useStore(form.$values);
  const fields = questionsOf(poll).map((question) => ({
    name: questionField(question.id),
    question,
  }));
  const begun = fields.some(({ name }) => values[name]);

  function clear() {
    for (const { name } of fields) form.change(name, '');
    const [first] = fields;
    if (first) document.getElementById(fieldId(form, first.name))?.focus();
  }

  return (
    <>
      <h2 className="form-section">Pesquisa</h2>
      <p className="form-note">{poll.title}. Responder é opcional.</p>
      {fields.map(({ name, question }) => (
        <QuestionField key={name} form={form} name={name} question={question} />
      ))}
      {begun && (
        <button type="button" className="button-link" onClick={clear}>
          Limpar respostas
        </button>
      )}
    </>
  );
}
