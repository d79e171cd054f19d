import { call, idempotent } from '../../client/call.ts';
import { resource } from '../../client/resource.ts';
import { errorMessages } from '../../client/result.ts';
import { draftOf } from '../../client/storage.ts';
import { getMeEndpoint } from '../../contract/consumer.ts';
import { listReceiptsEndpoint, type Receipt } from '../../contract/receipts.ts';
import {
  createAnonymousIncidentEndpoint,
  createIncidentEndpoint,
  type IncidentCreate,
  type IncidentSubject,
  isOtherSubject,
  listIncidentSubjectsEndpoint,
  otherSubject,
} from '../../contract/support.ts';
import { environment } from '../../environment.ts';
import { formatDate } from '../../rules/dates.ts';
import { violationMessages } from '../../rules/messages/field-messages.ts';
import { formatReais } from '../../rules/money.ts';
import { checkEmail, firstName } from '../../rules/people/person-fields.ts';
import { oldestFirst } from '../../rules/receipts/receipt-status.ts';
import { checkLine, checkRequired, fieldViolations } from '../../rules/violation.ts';
import { contactFormId } from '../../storage-keys.ts';
import { type Errors, type FormStore, parseDraft, type Values } from '../../ui/form.ts';
import { $session, onSignOut, wasRedirectedToSignIn } from '../session/session.store.ts';

const contact = resource(async () => {
  const result = await call(listIncidentSubjectsEndpoint);
  if (!result.ok) return result;
  return { ok: true, value: { subjects: withOthers(result.value), ...(await loadAuthor()) } };
});

export const $contact = contact.$state;

export async function loadContact(): Promise<void> {
  onSignOut(forgetAuthor);
  await contact.load();
}

function forgetAuthor(): void {
  const shown = loadedContact();
  if (shown)
    $contact.set({ state: 'loaded', value: { subjects: shown.subjects, ...unknownAuthor } });
  else void contact.load();
}

function loadedContact(): Contact | null {
  const loaded = $contact.get();
  return loaded.state === 'loaded' ? loaded.value : null;
}

export function withOthers(subjects: readonly IncidentSubject[]): readonly IncidentSubject[] {
  return [...subjects.filter(({ id }) => !isOtherSubject(id)), otherSubject];
}

interface AboutAuthor {
  author: Values;
  firstName?: string;
  /** Newest first. */
  receipts: readonly NumberedReceipt[];
}

/** A signed-in user types neither name nor email, and may say which receipt it is about. */
async function loadAuthor(): Promise<AboutAuthor> {
  if (!isSessionOpen()) return unknownAuthor;
  const receiptsAnswer = call(listReceiptsEndpoint).catch(() => null);
  const me = await call(getMeEndpoint);
  const list = await receiptsAnswer;
  return {
    ...(me.ok
      ? { author: { name: me.value.name, email: me.value.email }, firstName: firstName(me.value) }
      : { author: {} }),
    receipts: list?.ok ? numbered(list.value) : [],
  };
}

interface Contact extends AboutAuthor {
  subjects: readonly IncidentSubject[];
}

export const unknownAuthor: AboutAuthor = { author: {}, receipts: [] };

export interface NumberedReceipt {
  id: string;
  /** As on the receipt's card: `Nota 2, 27/11/2026, R$ 54,90`. */
  title: string;
  identifier: string;
}

function numbered(receipts: readonly Receipt[]): NumberedReceipt[] {
  return oldestFirst(receipts)
    .map(({ id, identifier, purchaseDate, totalAmount }, index) => ({
      id: String(id),
      title: `Nota ${index + 1}, ${formatDate(purchaseDate)}, ${formatReais(totalAmount)}`,
      identifier,
    }))
    .reverse();
}

/** Fills in an author who has signed in, and empties what one who has signed out left there. */
export function changeAuthor(form: FormStore, before: Values, author: Values): void {
  // A sign-out deletes the draft, unlike a session that has just ended.
  if (draftOf(contactFormId).get() === null) form.reset();
  for (const name of ['name', 'email']) {
    const text = form.$values.get()[name] ?? '';
    if (text === '' || text === before[name]) form.change(name, author[name] ?? '');
  }
}

export function contactFormConfig(
  subjects: readonly IncidentSubject[],
  { author }: Pick<AboutAuthor, 'author'> = unknownAuthor,
) {
  const labels = {
    name: 'Nome',
    email: 'E-mail',
    subjectId: 'Assunto',
    subject: 'Título',
    receipt: 'Sobre qual nota?',
    description: 'Descrição',
  };
  const sendOnce = idempotent(
    (typed: Values) => {
      const loaded = loadedContact() ?? { subjects, ...unknownAuthor };
      return incident({ ...loaded.author, ...typed }, loaded);
    },
    draftOf(`${contactFormId}.envio`),
  );
  return {
    id: contactFormId,
    labels,
    initial: author,
    draft: { ...draftOf(contactFormId), set: storeTyped },
    preload: () => void environment().botToken('preload'),
    validate: contactErrors,
    submit: (values: Values) =>
      sendOnce(withoutAuthor(values), async (body, key) => {
        const sent =
          isSessionOpen() && (await call(createIncidentEndpoint, { body, idempotencyKey: key }));
        // A message needs no session; where its end leads away, the draft is sent from there.
        const isDone = sent && (sent.ok || sent.error.status !== 401 || wasRedirectedToSignIn());
        return isDone ? sent : call(createAnonymousIncidentEndpoint, { body, idempotencyKey: key });
      }),
    explain: (problem: unknown) => errorMessages(problem, labels),
  };
}

function storeTyped(text: string): void {
  draftOf(contactFormId).set(JSON.stringify(withoutAuthor(parseDraft(text))));
}

/** For the drafts: the account's name and email would outlive its session there. */
function withoutAuthor(values: Values): Values {
  const author = loadedContact()?.author ?? {};
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== author[name]),
  );
}

/** As the page shows it: unlike the session's `isSignedIn`, does not read the storage again. */
function isSessionOpen(): boolean {
  return $session.get().state === 'signed-in';
}

function contactErrors(values: Values): Errors {
  const violations = fieldViolations([
    ['name', checkLine(values['name'])],
    ['email', checkEmail(values['email'] ?? '')],
    ['subjectId', checkRequired(values['subjectId'])],
    ['subject', isOtherSubject(values['subjectId']) ? checkLine(values['subject']) : null],
    ['description', checkRequired(values['description'])],
  ]);
  return violationMessages(violations);
}

async function incident(
  values: Values,
  { subjects, receipts }: Pick<Contact, 'subjects' | 'receipts'>,
): Promise<IncidentCreate> {
  const { name = '', email = '', subjectId, subject = '', description = '' } = values;
  const receipt = receipts.find(({ id }) => id === values['receipt']);
  const chosenSubject = subjects.find(({ id }) => String(id) === subjectId) ?? otherSubject;
  return {
    name: name.trim(),
    email: email.trim(),
    subjectId: chosenSubject.id,
    subject: isOtherSubject(subjectId) ? subject.trim() : chosenSubject.description,
    description: receipt
      ? `${description.trim()}\n\n${receipt.title}, código ${receipt.identifier}`
      : description.trim(),
    recaptchaToken: await environment().botToken('create_incident'),
  };
}
