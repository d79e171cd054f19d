import { messageName } from '../../contract/message-name.ts';
import type { HelloMessage } from '../../contract/widget-messages.ts';

/** Whether the page around says hello. Written by hand: every framed page begins with this. */
export function isHello(data: unknown): data is HelloMessage {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
  const { v, id, type }: Record<string, unknown> = { ...data };
  return v === 1 && type === 'hello' && typeof id === 'string' && messageName.test(id);
}
