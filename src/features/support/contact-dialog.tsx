import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type IncidentSubject, isOtherSubject } from '../../contract/support.ts';
import { faqPath, mascotImage } from '../../paths.ts';
import { notices } from '../../rules/messages/messages.ts';
import { AlertDialog, Dialog } from '../../ui/dialog.tsx';
import { createForm, type FormStore, type Values } from '../../ui/form.ts';
import { ErrorSummary, Form, SubmitButton } from '../../ui/form-parts.tsx';
import { SelectField, TextField } from '../../ui/inputs.tsx';
import { TextAreaField } from '../../ui/rarer-inputs.tsx';
import { breakableEmail, LoadedView, SentNotice } from '../../ui/status.tsx';
import { watchSession } from '../session/session.store.ts';
import {
  $contact,
  changeAuthor,
  contactFormConfig,
  loadContact,
  type NumberedReceipt,
  unknownAuthor,
} from './contact.store.ts';

interface ContactDialogProps {
  onClose: () => void;
}

export function ContactDialog({ onClose }: ContactDialogProps) {
  useEffect(() => {
    watchSession();
    void loadContact();
  }, []);
  return (
    <Dialog
      title="Fale conosco"
      className="dialog-contact"
      figure={mascotImage('acena')}
      onClose={onClose}
    >
      <ContactContent onClose={onClose} />
    </Dialog>
  );
}

function ContactContent({ onClose }: ContactDialogProps) {
  const contact = useStore($contact);
  const formBox = useRef<HTMLDivElement>(null);
  // The form came after the dialog had opened, so the focus is on the dialog's cross.
  useLayoutEffect(() => {
    if (contact.state === 'loaded') focusFirstField(formBox.current);
  }, [contact.state]);
  return (
    <LoadedView loaded={contact} onRetry={loadContact}>
      {(loaded) => (
        <div className="form contact-form" ref={formBox}>
          <ContactForm
            lead={
              <>
                Conte o que houve. A resposta chega no seu e-mail, ou talvez já esteja nas{' '}
                <a href={faqPath}>perguntas frequentes</a>.
              </>
            }
            {...loaded}
            onClose={onClose}
          />
        </div>
      )}
    </LoadedView>
  );
}

/** Hides this focus from the form, which would take it for the user's and load the bot check. */
function focusFirstField(formBox: HTMLElement | null): void {
  const stopPropagation = (event: Event) => event.stopPropagation();
  formBox?.addEventListener('focusin', stopPropagation, { capture: true });
  const fields = [...(formBox?.querySelectorAll<HTMLElement>('input, select') ?? [])];
  fields.find(({ offsetParent }) => offsetParent !== null)?.focus();
  formBox?.removeEventListener('focusin', stopPropagation, { capture: true });
}

function hasFocus(box: HTMLElement | null): boolean {
  return box?.contains(document.activeElement) ?? false;
}

interface ContactFormProps {
  lead?: ReactNode;
  subjects: readonly IncidentSubject[];
  author: Values;
  firstName?: string | undefined;
  receipts: readonly NumberedReceipt[];
  onClose: () => void;
}

export function ContactForm(props: ContactFormProps) {
  const { lead, subjects, author, firstName, receipts, onClose } = props;
  const [form] = useState(() => createForm(contactFormConfig(subjects, { author })));
  const progress = useStore(form.$step);
  const { subjectId, email } = useStore(form.$values);
  const { fields, isFolded, unfold } = useAuthorFields(form, author);
  if (progress.step === 'sent') {
    return (
      <SentNotice figure={mascotImage('comemora')} onClose={onClose}>
        <b>{notices.requestSent}</b>
        <br />A resposta chega no seu e-mail, {breakableEmail(email ?? '')}, com o link da conversa.
      </SentNotice>
    );
  }
  return (
    <Form form={form}>
      {isFolded ? (
        <p>
          {firstName && <b>Olá, {firstName}!</b>} Conte o que houve. A resposta chega em{' '}
          <b>{breakableEmail(email ?? '')}</b>.{' '}
          <button type="button" className="button-link" onClick={unfold}>
            Alterar
          </button>
        </p>
      ) : (
        lead && <p>{lead}</p>
      )}
      <ErrorSummary form={form} />
      <div hidden={isFolded}>
        <div className="form" ref={fields}>
          <TextField form={form} name="name" autoComplete="name" />
          <TextField form={form} name="email" type="email" autoComplete="email" />
        </div>
      </div>
      <SelectField
        form={form}
        name="subjectId"
        options={subjects.map(({ id, description }) => ({ value: String(id), label: description }))}
      />
      {receipts.length > 0 && (
        <SelectField
          form={form}
          name="receipt"
          empty="Nenhuma"
          options={receipts.map(({ id, title }) => ({ value: id, label: title }))}
          optional
        />
      )}
      {isOtherSubject(subjectId) && <TextField form={form} name="subject" />}
      <TextAreaField form={form} name="description" />
      <SubmitButton form={form}>Enviar</SubmitButton>
      {progress.step === 'failed' && progress.lines.length > 0 && (
        <AlertDialog lines={[...progress.lines, messageKept]} onClose={form.dismiss} />
      )}
    </Form>
  );
}

const messageKept = 'Sua mensagem continua aqui.';

/** Fills in the author, and folds the fields of one who is signed in, until the user opens them. */
function useAuthorFields(form: FormStore, author: Values) {
  const { step } = useStore(form.$step);
  const { name, email } = useStore(form.$values);
  const visibleErrors = useStore(form.$visibleErrors);
  const [isOpen, setOpen] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useLayoutEffect(() => {
    if (isOpen && !hasFocus(fields.current)) fields.current?.querySelector('input')?.focus();
  }, [isOpen]);
  const filledIn = useRef<Values>(unknownAuthor.author);
  useLayoutEffect(() => {
    if (step === 'sending' || step === 'sent' || filledIn.current === author) return;
    changeAuthor(form, filledIn.current, author);
    filledIn.current = author;
    if (hasFocus(fields.current)) setOpen(true);
  }, [form, author, step]);
  const isFilledIn = Boolean(name && email) && name === author['name'] && email === author['email'];
  const isWrong = Boolean(visibleErrors['name'] || visibleErrors['email']);
  return { fields, isFolded: isFilledIn && !isWrong && !isOpen, unfold: () => setOpen(true) };
}
