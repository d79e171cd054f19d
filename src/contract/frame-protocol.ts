/**
 * The newest `MessagePort` holds; no message holds personal data, a code or a token.
 * Parsed by hand: every page with a widget would pay for a library's bytes.
 */

interface Envelope {
  readonly v: 1;
  readonly id: string;
}

export interface HelloMessage extends Envelope {
  readonly type: 'hello';
}

/**
 * Frame to page, in CSS pixels from the frame's top; a form is named by its id. `loading` answers a
 * hello before the frame's scripts are there: no other document, such as a refusal, answers.
 */
export type FrameContent =
  | { readonly type: 'loading' }
  | { readonly type: 'ready'; readonly campaign?: number | undefined }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'focus'; readonly top: number; readonly bottom: number }
  | { readonly type: 'submit' | 'success'; readonly form: string }
  | { readonly type: 'error'; readonly form: string; readonly code?: string | undefined }
  | { readonly type: 'handoff'; readonly url: string };

export type FrameMessage = Envelope & FrameContent;

export function helloMessage(id: string): HelloMessage {
  return { v: 1, id, type: 'hello' };
}

export function isHello(data: unknown): data is HelloMessage {
  const { v, id, type } = membersOf(data);
  return v === 1 && type === 'hello' && isName(id);
}

export function readFrameMessage(data: unknown, greeted: string): FrameMessage | null {
  const { v, id, ...members } = membersOf(data);
  if (v !== 1 || id !== greeted) return null;
  const content = readContent(members);
  return content && { v: 1, id: greeted, ...content };
}

function readContent({
  type,
  campaign,
  height,
  top,
  bottom,
  form,
  code,
  url,
}: Record<string, unknown>): FrameContent | null {
  switch (type) {
    case 'loading':
      return { type };
    case 'ready':
      return isAbsentOr(campaign, isInteger) ? { type, campaign } : null;
    case 'resize':
      return isPixels(height) ? { type, height } : null;
    case 'focus':
      return isPixels(top) && isPixels(bottom) ? { type, top, bottom } : null;
    case 'submit':
    case 'success':
      return isName(form) ? { type, form } : null;
    case 'error':
      return isName(form) && isAbsentOr(code, isName) ? { type, form, code } : null;
    case 'handoff':
      return isPlainAddress(url) ? { type, url } : null;
    default:
      return null;
  }
}

function membersOf(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && !Array.isArray(data) ? { ...data } : {};
}

function isAbsentOr<Value>(
  value: unknown,
  isOne: (value: unknown) => value is Value,
): value is Value | undefined {
  return value === undefined || isOne(value);
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value);
}

/** A frame that claims to be taller is not believed. */
function isPixels(value: unknown): value is number {
  return isInteger(value) && value >= 0 && value <= 20_000;
}

/** Query and fragment could hold codes and names. */
function isPlainAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/[^\s?#]+$/.test(value);
}
