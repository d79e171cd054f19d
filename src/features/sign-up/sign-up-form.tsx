import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Poll } from '../../contract/polls.ts';
import type { SiteProps } from '../../environment.ts';
import { isOn } from '../../rules/parameters.ts';
import { questionsOf } from '../../rules/polls.ts';
import { AddressFields } from '../../ui/address-fields.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { fieldId } from '../../ui/field.tsx';
import { createForm, type Form as FormStore } from '../../ui/form.ts';
import { ErrorSummary, Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { QuestionField } from '../../ui/question-field.tsx';
import { AccessSection, ConsumerSections } from './form-sections.tsx';
import { OptIns, StatedOptIns } from './opt-ins.tsx';
import { $unanswered, goOn, questionField, signUpPageConfig } from './sign-up.store.ts';
import { lookUpAddress } from './sign-up-config.ts';

interface SignUpFormProps {
  site: SiteProps;
  poll: Poll | null;
}

export function SignUpForm({ site, poll }: SignUpFormProps) {
  const [form] = useState(() => createForm(signUpPageConfig(site, poll)));
  const unanswered = useStore($unanswered);
  const { campaign } = site;
  return (
    <Form form={form}>
      <ErrorSummary form={form} />
      <ConsumerSections form={form} heading="h2" campaign={campaign} />
      {isOn(campaign, 'CONSUMER_ADDRESS_REQUIRED') && (
        <>
          <h2 className="form-section">Endereço</h2>
          <AddressFields form={form} lookUp={lookUpAddress} />
        </>
      )}
      <AccessSection form={form} heading="h2" />
      {poll && <PollSection form={form} poll={poll} />}
      <OptIns form={form} campaign={campaign} />
      <StatedOptIns campaign={campaign} />
      <SubmitButton form={form}>continuar</SubmitButton>
      <FormAlert form={form} />
      <AlertDialog lines={unanswered} onClose={goOn} />
    </Form>
  );
}

/** Answered whole or not at all, so the user can take back what they chose. */
function PollSection({ form, poll }: { form: FormStore; poll: Poll }) {
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
