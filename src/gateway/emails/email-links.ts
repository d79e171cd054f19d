import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { parseId } from '../../contract/primitives.ts';
import type { Queries } from '../db/database.ts';
import { getOrCreateSecret, isSameSecret } from '../db/queries/secrets.ts';

interface NamedConsent {
  consumerId: number;
  code: string;
}

const prefix = '/api/emails/unsubscribe';

export const unsubscribeRoute = `${prefix}/:consumer/:code/:signature`;

/** The link never expires: people unsubscribe from old emails too (RFC 8058 sets no end). */
export async function unsubscribePath(queries: Queries, consent: NamedConsent): Promise<string> {
  const signature = sign(await getOrCreateUnsubscribeKey(queries), consent);
  return `${prefix}/${consent.consumerId}/${encodeURIComponent(consent.code)}/${signature}`;
}

export async function readUnsubscribeLink(
  queries: Queries,
  parameters: Readonly<Record<string, string>>,
): Promise<NamedConsent | null> {
  const { consumer = '', code = '', signature = '' } = parameters;
  const consumerId = parseId(consumer);
  if (consumerId === null) return null;
  const consent = { consumerId, code };
  const expected = sign(await getOrCreateUnsubscribeKey(queries), consent);
  return isSameSecret(signature, expected) ? consent : null;
}

export function getOrCreateUnsubscribeKey(queries: Queries): Promise<string> {
  return getOrCreateSecret(queries, 'unsubscribe-links', () => randomBytes(32).toString('hex'));
}

function sign(key: string, { consumerId, code }: NamedConsent): string {
  return createHmac('sha256', key).update(`unsubscribe/${consumerId}/${code}`).digest('base64url');
}

/** The token opens a conversation. Rows hold only the link's id, useless without the key. */
interface ConversationLink {
  link: string;
  token: string;
}

export async function newConversationLink(queries: Queries): Promise<ConversationLink> {
  const link = randomUUID();
  return { link, token: await conversationToken(queries, link) };
}

/** Computed only when the email is sent, so that the queue holds no token. */
export async function conversationToken(queries: Queries, link: string): Promise<string> {
  return createHmac('sha256', await getOrCreateConversationKey(queries))
    .update(link)
    .digest('base64url');
}

export function getOrCreateConversationKey(queries: Queries): Promise<string> {
  return getOrCreateSecret(queries, 'conversation-links', () => randomBytes(32).toString('hex'));
}
