import type { FrameMessage, HelloMessage } from '../../src/contract/widget-messages.ts';

const name = /^[\w-]{1,64}$/;
const isName = (value: unknown): value is string => typeof value === 'string' && name.test(value);

/** A message of the frame's; null for anything else. Written by hand: a page pays for every byte. */
export function readFrameMessage(data: unknown, id: string): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { v, type, height, form, code, url }: Record<string, unknown> = { ...data };
  if (v !== 1 || !('id' in data) || data.id !== id) return null;
  switch (type) {
    case 'ready':
      return { v, id, type };
    case 'resize':
      return isHeight(height) ? { v, id, type, height } : null;
    case 'submit':
    case 'success':
      return isName(form) ? { v, id, type, form } : null;
    case 'error':
      if (!isName(form) || !(code === undefined || isName(code))) return null;
      return { v, id, type, form, code };
    case 'handoff':
      return isPlainAddress(url) ? { v, id, type, url } : null;
    default:
      return null;
  }
}

export function helloMessage(id: string): HelloMessage {
  return { v: 1, id, type: 'hello' };
}

function isHeight(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 20_000;
}

/** With neither query nor fragment, where codes and names would stand. */
function isPlainAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && !/[?#]/.test(value);
}
