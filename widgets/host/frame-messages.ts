import { messageName } from '../../src/contract/message-name.ts';
import type { FrameMessage, HelloMessage } from '../../src/contract/widget-messages.ts';

const isName = (value: unknown): value is string =>
  typeof value === 'string' && messageName.test(value);

/** A message of the frame's; null for anything else. Written by hand: a page pays for every byte. */
export function readFrameMessage(data: unknown, id: string): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  if (!('v' in data) || data.v !== 1 || !('id' in data) || data.id !== id) return null;
  return readContent({ v: 1, id }, { ...data });
}

function readContent(
  envelope: { v: 1; id: string },
  { type, height, top, bottom, form, code, url }: Record<string, unknown>,
): FrameMessage | null {
  switch (type) {
    case 'ready':
      return { ...envelope, type };
    case 'resize':
      return isPixels(height) ? { ...envelope, type, height } : null;
    case 'focus':
      return isPixels(top) && isPixels(bottom) ? { ...envelope, type, top, bottom } : null;
    case 'submit':
    case 'success':
      return isName(form) ? { ...envelope, type, form } : null;
    case 'error':
      if (!isName(form) || !(code === undefined || isName(code))) return null;
      return { ...envelope, type, form, code };
    case 'handoff':
      return isPlainAddress(url) ? { ...envelope, type, url } : null;
    default:
      return null;
  }
}

export function helloMessage(id: string): HelloMessage {
  return { v: 1, id, type: 'hello' };
}

function isPixels(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 20_000;
}

/** With neither query nor fragment, where codes and names would stand. */
function isPlainAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && !/[?#]/.test(value);
}
