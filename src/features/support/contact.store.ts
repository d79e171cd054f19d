import { call, idempotent } from '../../client/call.ts';
import { resource } from '../../client/resource.ts';
import { errorMessages } from '../../client/result.ts';
import { draftOf } from '../../client/storage.ts';
import { getMe } from '../../contract/consumer.ts';
import {
  createAnonymousIncident,
  createIncident,
  type IncidentCreate,
  type IncidentSubject,
  isOtherSubject,
  listIncidentSubjects,
  otherSubject,
} from '../../contract/support.ts';
import { environment } from '../../environment.ts';
import { violationMessages } from '../../rules/field-messages.ts';
import { checkEmail } from '../../rules/people/name-and-email.ts';
import { checkRequired, fieldViolations } from '../../rules/violation.ts';
import { $session, onSignOut } from '../session/session.store.ts';

type Values = Readonly<Record<string, string>>;

const contact = resource(async () => {
  const result = await call(listIncidentSubjects);
  if (!result.ok) return result;
  return { ok: true, value: { subjects: withOthers(result.value), author: await author() } };
});

export const $contact = contact.$state;

export async function loadContact(): Promise<void> {
  // The open form no longer knows who writes.
  onSignOut(contact.load);
  await contact.load();
}

export function withOthers(subjects: readonly IncidentSubject[]): readonly IncidentSubject[] {
  return [...subjects.filter(({ id }) => !isOtherSubject(id)), otherSubject];
}

async function author(): Promise<Values> {
  if (!isSignedIn()) return {};
  const me = await call(getMe);
  return me.ok ? { name: me.value.name, email: me.value.email } : {};
}

export function contactFormConfig(subjects: readonly IncidentSubject[], initial: Values) {
  const labels = {
    name: 'Nome',
    email: 'E-mail',
    subjectId: 'Assunto',
    subject: 'Título',
    description: 'Descrição',
  };
  const sending = idempotent(
    (values: Values) => incident(values, subjects),
    draftOf('fale-conosco.envio'),
  );
  return {
    id: 'fale-conosco',
    labels,
    initial,
    draft: draftOf('fale-conosco'),
    preload: () => void environment().botToken('preload'),
    validate: contactErrors,
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

function contactErrors(values: Values): Record<string, string> {
  const violations = fieldViolations([
    ['name', checkRequired(values['name'])],
    ['email', checkEmail(values['email'] ?? '')],
    ['subjectId', checkRequired(values['subjectId'])],
    ['subject', isOtherSubject(values['subjectId']) ? checkRequired(values['subject']) : null],
    ['description', checkRequired(values['description'])],
  ]);
  return violationMessages(violations);
}

async function incident(
  values: Values,
  subjects: readonly IncidentSubject[],
): Promise<IncidentCreate> {
  const { name = '', email = '', subjectId, subject = '', description = '' } = values;
  const chosen = subjects.find(({ id }) => String(id) === subjectId) ?? otherSubject;
  return {
    name: name.trim(),
    email: email.trim(),
    subjectId: chosen.id,
    subject: isOtherSubject(subjectId) ? subject.trim() : chosen.description,
    description: description.trim(),
    recaptchaToken: await environment().botToken('create_incident'),
  };
}
