/**
 * What a page and the campaign's frame inside it say to each other. The page says hello, by
 * `postMessage` to the campaign's origin, and hands a `MessagePort` over; everything else goes from
 * the frame to the page through that port. Hello may be said again at any time: the newest port
 * holds. Neither side says anything personal, and no code or token.
 *
 * The messages are parsed by hand: every page with a widget pays for a library's bytes.
 */

interface Envelope {
  readonly v: 1;
  /** Name that the page gives the widget; every answer repeats it. */
  readonly id: string;
}

/** Page to frame, with one port. */
export interface HelloMessage extends Envelope {
  readonly type: 'hello';
}

/** Frame to page. Places and heights are in CSS pixels, a form is named by its id. */
export type FrameContent =
  /** It was understood, and goes on through this port. */
  | { readonly type: 'ready' }
  /** How tall its content is. */
  | { readonly type: 'resize'; readonly height: number }
  /** The focus moved to what stands in this part of it, from its top. */
  | { readonly type: 'focus'; readonly top: number; readonly bottom: number }
  /** A form is sent, or was taken. */
  | { readonly type: 'submit' | 'success'; readonly form: string }
  /** A form was not taken; the code is the gateway's. */
  | { readonly type: 'error'; readonly form: string; readonly code?: string | undefined }
  /** It takes the user to this page of the campaign's site now. */
  | { readonly type: 'handoff'; readonly url: string };

export type FrameMessage = Envelope & FrameContent;

export function helloMessage(id: string): HelloMessage {
  return { v: 1, id, type: 'hello' };
}

export function isHello(data: unknown): data is HelloMessage {
  const { v, id, type } = membersOf(data);
  return v === 1 && type === 'hello' && isName(id);
}

/** The message of a frame that was greeted by this id; null for anything else. */
export function readFrameMessage(data: unknown, greeted: string): FrameMessage | null {
  const { v, id, ...members } = membersOf(data);
  if (v !== 1 || id !== greeted) return null;
  const content = readContent(members);
  return content && { v: 1, id: greeted, ...content };
}

function readContent({
  type,
  height,
  top,
  bottom,
  form,
  code,
  url,
}: Record<string, unknown>): FrameContent | null {
  switch (type) {
    case 'ready':
      return { type };
    case 'resize':
      return isPixels(height) ? { type, height } : null;
    case 'focus':
      return isPixels(top) && isPixels(bottom) ? { type, top, bottom } : null;
    case 'submit':
    case 'success':
      return isName(form) ? { type, form } : null;
    case 'error':
      return isName(form) && (code === undefined || isName(code)) ? { type, form, code } : null;
    case 'handoff':
      return isPlainAddress(url) ? { type, url } : null;
    default:
      return null;
  }
}

/** None where it is no object. */
function membersOf(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && !Array.isArray(data) ? { ...data } : {};
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value);
}

/** A frame that claims to be taller is not believed. */
function isPixels(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 20_000;
}

/** With neither query nor fragment, where codes and names would stand. */
function isPlainAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && !/[?#]/.test(value);
}
