import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Queries } from '../db/database.ts';
import { getOrCreateSecret } from '../db/queries/secrets.ts';

/** The token opens a conversation. Rows hold only the link's id, useless without the key. */
interface ConversationLink {
  link: string;
  token: string;
}

export async function newConversationLink(queries: Queries): Promise<ConversationLink> {
  const link = randomUUID();
  return { link, token: await conversationToken(queries, link) };
}

/** Computed again when the email is sent, so that the queue holds no token. */
export async function conversationToken(queries: Queries, link: string): Promise<string> {
  return createHmac('sha256', await conversationKey(queries))
    .update(link)
    .digest('base64url');
}

export function conversationKey(queries: Queries): Promise<string> {
  return getOrCreateSecret(queries, 'conversation-links', () => randomBytes(32).toString('hex'));
}
