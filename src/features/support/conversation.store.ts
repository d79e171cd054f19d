import { atom } from 'nanostores';
import { call, idempotent } from '../../client/call.ts';
import { onReturn, resource } from '../../client/resource.ts';
import { errorMessages } from '../../client/result.ts';
import { draftOf } from '../../client/storage.ts';
import { getMeEndpoint } from '../../contract/consumer.ts';
import type { Result } from '../../contract/errors.ts';
import {
  commentIncidentEndpoint,
  getSupportIncidentEndpoint,
  type SupportIncident,
} from '../../contract/support.ts';
import { environment } from '../../environment.ts';
import { conversationParameter } from '../../paths.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { violationMessages } from '../../rules/messages/field-messages.ts';
import { notices } from '../../rules/messages/messages.ts';
import { checkEmail } from '../../rules/people/person-fields.ts';
import { checkRequired, fieldViolations } from '../../rules/violation.ts';
import { contactFormId } from '../../storage-keys.ts';
import { createForm, type FormStore, parseDraft, type Values } from '../../ui/form.ts';
import { $session, onSignOut, watchSession } from '../session/session.store.ts';

/** `missing`: token or email is wrong; the gateway does not say which. */
export type Conversation =
  | { state: 'unopened' }
  | { state: 'missing' }
  | {
      state: 'shown';
      email: string;
      incident: SupportIncident;
      /** Why what was typed waits in “Fale conosco”; null if nothing does. */
      unsentBecause: 'refused' | 'resolved' | null;
    };

export const $conversation = atom<Conversation>({ state: 'unopened' });

const authorResource = resource(() => call(getMeEndpoint), { keepStale: true });

/** The signed-in user: the page greets them and types their email. A visitor's stays `loading`. */
export const $author = authorResource.$state;

export function followAuthor(): () => void {
  watchSession();
  onSignOut(authorResource.clear);
  return $session.subscribe(({ state }) => {
    if (state === 'signed-in') void authorResource.load();
  });
}

/** In `/atendimento/{token}`, or in a frame's `#conversa={token}`. */
export function tokenOf({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): string {
  const framed = new URLSearchParams(hash.slice(1)).get(conversationParameter);
  return framed ?? decoded(/^\/atendimento\/([^/]+)/.exec(pathname)?.[1] ?? '');
}

/** A link that was damaged on its way leads to no conversation, but still to the page. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function searchFormConfig(token: string) {
  const labels = { email: 'E-mail' };
  return {
    id: 'atendimento',
    labels,
    validate: ({ email = '' }: Values) =>
      violationMessages(fieldViolations([['email', checkEmail(email)]])),
    async submit({ email = '' }: Values): Promise<Result<SupportIncident>> {
      // A link may have got a character on its way that no header takes.
      const headers = { token: encodeURIComponent(token), email: email.trim() };
      const result = await call(getSupportIncidentEndpoint, { headers });
      if (result.ok) {
        const shown = { state: 'shown', email: email.trim(), unsentBecause: null } as const;
        $conversation.set({ ...shown, incident: result.value });
      } else if (result.error.status === 404) $conversation.set({ state: 'missing' });
      return result;
    },
    explain: (problem: unknown) =>
      $conversation.get().state === 'missing' ? [] : errorMessages(problem, labels),
  };
}

export function leaveConversation(): void {
  $conversation.set({ state: 'unopened' });
}

/** Once a reply is sent, the form keeps what was typed on meanwhile. */
export function createReplyForm(token: string): FormStore {
  const config = replyFormConfig(token);
  let sentText = '';
  const form = createForm({
    ...config,
    submit(values) {
      sentText = values['description'] ?? '';
      return config.submit(values);
    },
  });
  form.$step.listen(({ step }) => {
    if (step !== 'sent') return;
    const { description = '' } = form.$values.get();
    form.reset();
    const rest = description.startsWith(sentText)
      ? description.slice(sentText.length)
      : description;
    form.change('description', rest.trimStart());
  });
  return form;
}

function replyFormConfig(token: string) {
  const sendOnce = idempotent(
    (values: Values) => (values['description'] ?? '').trim(),
    draftOf(`resposta.${token}.envio`),
  );
  return {
    id: 'resposta',
    labels: { description: 'Mensagem' },
    draft: draftOf(`resposta.${token}`),
    validate: ({ description }: Values) =>
      violationMessages(fieldViolations([['description', checkRequired(description)]])),
    submit: (values: Values) =>
      sendOnce(values, async (description, key) => {
        const conversation = $conversation.get();
        if (conversation.state !== 'shown') throw new Error('No conversation to reply to');
        const { email, incident } = conversation;
        const { id } = incident;
        const result = await call(commentIncidentEndpoint, {
          parameters: { incidentId: id },
          query: { type: 'CONSUMER' },
          body: { id, description, token, email },
          idempotencyKey: key,
        });
        if (result.ok) appendComment(conversation, description);
        const cause = result.ok ? 'resolved' : 'refused';
        const refreshed = refreshConversation(token, cause).catch(environment().report);
        // A refusal may mean that support has resolved it.
        if (!result.ok) await refreshed;
        return result;
      }),
    explain(problem: unknown) {
      environment().report(problem);
      const reasons = problem instanceof Error ? [] : errorMessages(problem);
      return [notices.supportNotSent, ...reasons];
    },
  };
}

/** Support may have answered, so a conversation that shows is reloaded at each return. */
export function followConversation(token: string): () => void {
  return onReturn(() => refreshConversation(token).catch(environment().report));
}

async function refreshConversation(
  token: string,
  cause: 'refused' | 'resolved' = 'resolved',
): Promise<void> {
  const before = $conversation.get();
  if (before.state !== 'shown') return;
  const result = await call(getSupportIncidentEndpoint, {
    headers: { token, email: before.email },
  });
  if (!result.ok || $conversation.get() !== before) return;
  const unsentBecause =
    isResolved(result.value) && moveUnsent(token) ? cause : before.unsentBecause;
  $conversation.set({ ...before, incident: result.value, unsentBecause });
}

/** The conversation's own box goes away. @returns whether there was a text in it */
function moveUnsent(token: string): boolean {
  const reply = draftOf(`resposta.${token}`);
  const contact = draftOf(contactFormId);
  const { description: unsent } = parseDraft(reply.get());
  if (!unsent) return false;
  const waitingDraft = parseDraft(contact.get());
  const description = [waitingDraft['description'], unsent].filter(Boolean).join('\n\n');
  contact.set(JSON.stringify({ ...waitingDraft, description }));
  reply.remove();
  return true;
}

function appendComment(
  conversation: Extract<Conversation, { state: 'shown' }>,
  description: string,
): void {
  const { incident } = conversation;
  const createdAt = environment().now().toISOString();
  const comment = { createdAt, userType: 'CONSUMER', description };
  $conversation.set({
    ...conversation,
    incident: { ...incident, comments: [...incident.comments, comment] },
  });
}

interface ShownComment {
  author: 'AGENT' | 'CONSUMER';
  text: string;
  name: string | null;
  time: string | null;
}

export function commentsOf(incident: SupportIncident): ShownComment[] {
  const { consumerDetail, createdAt, comments } = incident;
  const sortedComments = [...comments].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  const text = consumerDetail.description;
  const time = createdAt ? formatDateTime(createdAt) : null;
  return [
    { author: 'CONSUMER', text, name: null, time },
    ...sortedComments.map((comment) => {
      const author = comment.userType === 'AGENT' ? ('AGENT' as const) : ('CONSUMER' as const);
      return {
        author,
        text: comment.description,
        name: (author === 'AGENT' && comment.authorName) || null,
        time: formatDateTime(comment.createdAt),
      };
    }),
  ];
}

export function awaitsAnswer(incident: SupportIncident): boolean {
  return !isResolved(incident) && commentsOf(incident).at(-1)?.author === 'CONSUMER';
}

export function isResolved({ status }: SupportIncident): boolean {
  return status === 'RESOLVED';
}
