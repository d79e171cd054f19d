import type { Failure, Struct, StructError } from 'superstruct';
import { violationMessage } from '../../rules/messages/field-messages.ts';
import { callMessages } from '../../rules/messages/messages.ts';
import type { FieldMessage } from '../../rules/violation.ts';
import { type Refusal, refuse } from '../refusal.ts';
import {
  pauseAfterUploadedBytes,
  type UploadProgress,
  yieldBeforeFilePass,
} from '../services/queues.ts';

/** A form; or a form with a receipt of 5 MB as base64. */
export const maxBodyBytes = { form: 100_000, file: 7_500_000 } as const;

type BodyKind = keyof typeof maxBodyBytes;

const maxListedFields = 50;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const fileMember = /"imageBase64"\s*:\s*"/;

/** NUL or half a surrogate pair, neither of which PostgreSQL keeps. */
const riskyEscape = /\\u(?:0000|d[89a-f])/i;

export async function readJson(
  request: Request,
  kind: BodyKind = 'form',
  upload?: UploadProgress,
): Promise<{ value: unknown } | Refusal> {
  const bytes = await readBytes(request, maxBodyBytes[kind], upload);
  if (bytes === null) return tooLong(kind);
  if (bytes.length === 0) return { value: null };
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    return refuse('INVALID_REQUEST', { message: callMessages.wrongMediaType });
  }
  if (kind === 'file') await yieldBeforeFilePass();
  try {
    const text = utf8.decode(bytes);
    const form = kind === 'file' ? withoutFile(text) : text;
    if (form.length > maxBodyBytes.form) return longForm();
    const value = JSON.parse(text, riskyEscape.test(form) ? refuseUnstorable : undefined);
    if (breaksChecks(value)) throw new SyntaxError('Not to be checked');
    return { value };
  } catch {
    return refuse('INVALID_REQUEST', { message: callMessages.notJson });
  }
}

export function checkBodyLength(request: Request, kind: BodyKind = 'form'): Refusal | null {
  return isLonger(request, maxBodyBytes[kind]) ? tooLong(kind) : null;
}

function isLonger(request: Request, limit: number): boolean {
  return Number(request.headers.get('content-length')) > limit;
}

function tooLong(kind: BodyKind): Refusal {
  return kind === 'form' ? longForm() : refuse('TOO_LARGE');
}

const maxNesting = 16;

/** A body nested too deep, or with a member `toString`, would break the code that checks it. */
function breaksChecks(value: unknown, levels = maxNesting): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0 || Object.hasOwn(value, 'toString')) return true;
  return Object.values(value).some((part) => breaksChecks(part, levels - 1));
}

/** A file is one long text, quick to parse: it is not searched, and not counted with the form. */
function withoutFile(text: string): string {
  const member = fileMember.exec(text);
  if (!member) return text;
  const start = member.index + member[0].length;
  return text.slice(0, start) + text.slice(text.indexOf('"', start));
}

function longForm(): Refusal {
  return refuse('TOO_LARGE', { message: callMessages.longForm });
}

function refuseUnstorable(_name: string, value: unknown): unknown {
  if (typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))) return value;
  throw new SyntaxError('No text');
}

/** Null over the limit; never holds more than that in memory. @throws Busy from the `upload` */
export async function readBytes(
  request: Request,
  limit: number,
  upload?: UploadProgress,
): Promise<Buffer | null> {
  if (isLonger(request, limit)) return null;
  const reader = request.body?.getReader();
  // An upload that must give way may send nothing for minutes, so we stop reading it at once.
  const gaveWay = new Promise<never>((_, reject) => {
    const { signal } = upload ?? {};
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
  gaveWay.catch(() => {});
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaves the rest unread: cancelling the stream would make its connection hang.
  for (;;) {
    // The sender may be gone: half a body is an invalid call, not a failure of the gateway.
    const chunk = await Promise.race([reader?.read().catch(() => null), gaveWay]);
    if (!chunk?.value) break;
    size += chunk.value.length;
    if (size > limit) return null;
    upload?.addBytes(chunk.value.length);
    chunks.push(chunk.value);
    if (size > maxBodyBytes.form) await pauseAfterUploadedBytes(chunk.value.length);
  }
  upload?.finish();
  return Buffer.concat(chunks, size);
}

export function parseBody<Body>(struct: Struct<Body> | null, value: unknown): Body | Refusal {
  if (struct === null) return null as Body;
  const [error, body] = struct.validate(value, { coerce: true });
  return error ? refuse('INVALID_REQUEST', { fields: listWrongFields(error) }) : body;
}

function listWrongFields(error: StructError): FieldMessage[] {
  const messages = new Map<string, string>();
  for (const failure of error.failures()) {
    const field = failure.path.join('.');
    if (field !== '' && !messages.has(field)) messages.set(field, sentence(failure));
    if (messages.size === maxListedFields) break;
  }
  return [...messages].map(([field, message]) => ({ field, message }));
}

function sentence({ type, value }: Failure): string {
  if (type === 'never') return callMessages.unknownField;
  if (value === undefined || value === null) return violationMessage('REQUIRED');
  return type === 'Day' ? violationMessage('DATE') : callMessages.wrongType;
}
