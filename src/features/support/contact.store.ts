import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { draftOf } from '../../client/drafts.ts';
import { errorMessages } from '../../client/error-messages.ts';
import { idempotent } from '../../client/idempotency.ts';
import { getMe } from '../../contract/consumer.ts';
import {
  createAnonymousIncident,
  createIncident,
  type IncidentCreate,
  type IncidentSubject,
  listIncidentSubjects,
} from '../../contract/support.ts';
import { environment } from '../../environment.ts';
import { violationMessage } from '../../rules/messages.ts';
import { checkEmail } from '../../rules/person.ts';
import { checkRequired, fieldViolations } from '../../rules/violation.ts';
import { $session } from '../session/session.store.ts';

type Values = Readonly<Record<string, string>>;

/** CONT-02: the campaign's subjects, and 'Outros', which any campaign has. */
export type Contact =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  | { state: 'known'; subjects: readonly IncidentSubject[]; author: Values };

export const $contact = atom<Contact>({ state: 'loading' });

const others: IncidentSubject = { id: -1, description: 'Outros' };

/** Asks what can be written about and, of somebody who is signed in, who writes (CONT-05). */
export async function loadContact(): Promise<void> {
  $contact.set({ state: 'loading' });
  try {
    const outcome = await call(listIncidentSubjects);
    if (!outcome.ok) {
      $contact.set({ state: 'failed', lines: errorMessages(outcome.error) });
      return;
    }
    const subjects = withOthers(outcome.value);
    $contact.set({ state: 'known', subjects, author: await author() });
  } catch (failure) {
    environment().report(failure);
    $contact.set({ state: 'failed', lines: errorMessages(failure) });
  }
}

export function withOthers(subjects: readonly IncidentSubject[]): readonly IncidentSubject[] {
  return [...subjects.filter(({ id }) => !isOthers(String(id))), others];
}

async function author(): Promise<Values> {
  if (!isSignedIn()) return {};
  const me = await call(getMe);
  return me.ok ? { name: me.value.name, email: me.value.email } : {};
}

/** CONT-03: this subject asks for a title of its own. */
export function isOthers(subjectId: string | undefined): boolean {
  return subjectId === String(others.id);
}

/** A message to the campaign's support (CONT-01 to CONT-07). */
export function contactFormConfig(subjects: readonly IncidentSubject[], initial: Values) {
  const labels = {
    name: 'Nome',
    email: 'E-mail',
    subjectId: 'Assunto',
    subject: 'Título',
    description: 'Descrição',
  };
  const sending = idempotent((values: Values) => incident(values, subjects));
  return {
    id: 'fale-conosco',
    labels,
    initial,
    draft: draftOf('fale-conosco'),
    validate: contactFaults,
    submit: (values: Values) =>
      sending(values, (body, key) =>
        isSignedIn()
          ? call(createIncident, { body, idempotencyKey: key })
          : call(createAnonymousIncident, { body, idempotencyKey: key }),
      ),
    explain: (problem: unknown) => errorMessages(problem, labels),
  };
}

function isSignedIn(): boolean {
  return $session.get().state === 'signed-in';
}

function contactFaults(values: Values): Record<string, string> {
  const faults = fieldViolations([
    ['name', checkRequired(values['name'])],
    ['email', checkEmail(values['email'] ?? '')],
    ['subjectId', checkRequired(values['subjectId'])],
    ['subject', isOthers(values['subjectId']) ? checkRequired(values['subject']) : null],
    ['description', checkRequired(values['description'])],
  ]);
  return Object.fromEntries(
    faults.map(({ field, violation }) => [field, violationMessage(violation)]),
  );
}

/** CONT-04: the typed title stands for 'Outros', the subject's own words for any other. */
async function incident(
  values: Values,
  subjects: readonly IncidentSubject[],
): Promise<IncidentCreate> {
  const { name = '', email = '', subjectId, subject = '', description = '' } = values;
  const chosen = subjects.find(({ id }) => String(id) === subjectId) ?? others;
  return {
    name: name.trim(),
    email: email.trim(),
    subjectId: chosen.id,
    subject: isOthers(subjectId) ? subject.trim() : chosen.description,
    description: description.trim(),
    recaptchaToken: await environment().botToken('create_incident'),
  };
}
