import sharp, { type Sharp } from 'sharp';
import {
  checkFile,
  type FileType,
  fileTypeOf,
  maximumFileBytes,
} from '../../rules/receipts/file-limits.ts';
import { checkRequired, type ReceiptViolation } from '../../rules/violation.ts';
import { Unavailable } from '../failures.ts';
import { openPicture } from '../services/open-picture.ts';
import { type WorkQueue, yieldBeforeFilePass } from '../services/queues.ts';
import { asksForPassword } from './pdf-password.ts';

export interface SanitisedFile {
  bytes: Uint8Array;
  type: FileType;
  sha256: string;
}

/** A moderator sees no more detail in a larger picture. */
const maxSidePixels = 4096;

const quality = 90;

type Outcome<File> = { file: File; violation: null } | { file: null; violation: ReceiptViolation };

interface UploadedFile {
  imageBase64: string;
  consumerId: number;
}

/** Draws pictures again, without location, camera and hidden content; keeps PDFs. @throws Busy, or Unavailable when the fault is not the file's */
export function sanitiseUpload(
  queue: WorkQueue,
  { imageBase64, consumerId }: UploadedFile,
  accepted: readonly FileType[],
): Promise<Outcome<SanitisedFile>> {
  return queue.run(
    { queueKey: String(consumerId) },
    () => sanitise(imageBase64, accepted),
    imageBase64.length,
  );
}

async function sanitise(
  imageBase64: string,
  accepted: readonly FileType[],
): Promise<Outcome<SanitisedFile>> {
  if (checkRequired(imageBase64)) return refused('REQUIRED');
  await yieldBeforeFilePass();
  const sentFile = decodeFile(imageBase64);
  const type = fileTypeOf(sentFile);
  const violation = checkFile({ type, size: sentFile.length }, accepted);
  if (violation || type === null) return refused(violation ?? 'FILE_TYPE');
  const content = type === 'application/pdf' ? keepPdf(sentFile) : await redraw(sentFile, type);
  if (!content.file) return content;
  return { file: { ...content.file, sha256: await sha256Of(sentFile) }, violation: null };
}

function refused(violation: ReceiptViolation) {
  return { file: null, violation };
}

/** With or without a `data:` prefix; empty for other text. */
export function decodeFile(imageBase64: string): Buffer<ArrayBuffer> {
  const base64 = imageBase64.replace(/^data:[^,]{0,100},/, '');
  const bytes = Buffer.from(base64, 'base64');
  // Node drops invalid characters: if it dropped none, we need not search megabytes for them.
  if (bytes.length === Buffer.byteLength(base64, 'base64')) return bytes;
  const plain = base64.replaceAll(/\s/g, '');
  return /^[\w+/-]+={0,2}$/.test(plain) ? bytes : Buffer.alloc(0);
}

type Content = Pick<SanitisedFile, 'bytes' | 'type'>;

async function redraw(sentFile: Buffer, type: FileType): Promise<Outcome<Content>> {
  try {
    return { file: await draw(sentFile, type), violation: null };
  } catch (error) {
    const isOfFile = error instanceof RangeError || (await isBroken(sentFile, type));
    if (isOfFile) return refused('FILE_BROKEN');
    throw new Unavailable('picture library', error);
  }
}

async function draw(sentFile: Buffer, type: FileType): Promise<Content> {
  const picture = await openReduced(sentFile);
  const png = type === 'image/png' && (await picture.png({ compressionLevel: 6 }).toBuffer());
  if (png && png.length <= maximumFileBytes) return { bytes: png, type };
  const bytes = await picture.flatten({ background: '#fff' }).jpeg({ quality }).toBuffer();
  return { bytes, type: 'image/jpeg' };
}

async function openReduced(file: Uint8Array): Promise<Sharp> {
  const picture = await openPicture(file, 'error');
  return picture.resize({
    width: maxSidePixels,
    height: maxSidePixels,
    fit: 'inside',
    withoutEnlargement: true,
  });
}

/** Libvips fails alike for a bad file and for want of memory, so a good file is tried as well. */
async function isBroken(sentFile: Buffer, type: FileType): Promise<boolean> {
  if (await canDecode(sentFile)) return false;
  const goodFile = goodFiles.get(type) ?? drawGoodFile(type);
  // Drawn once, so that a flood of bad files costs little more than reading them.
  goodFiles.set(type, goodFile);
  return goodFile.then(canDecode, () => {
    goodFiles.delete(type);
    return false;
  });
}

const goodFiles = new Map<FileType, Promise<Buffer>>();

function drawGoodFile(type: FileType): Promise<Buffer> {
  const photo = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#999' } });
  return (type === 'image/png' ? photo.png() : photo.jpeg()).toBuffer();
}

function canDecode(file: Uint8Array): Promise<boolean> {
  return openReduced(file)
    .then((picture) => picture.raw().toBuffer())
    .then(
      () => true,
      () => false,
    );
}

function keepPdf(sentFile: Buffer): Outcome<Content> {
  const text = sentFile.toString('latin1');
  if (!/startxref\s+\d+\s+%%EOF/.test(text.slice(-2048))) return refused('FILE_BROKEN');
  if (asksForPassword(text)) return refused('FILE_ENCRYPTED');
  return { file: { bytes: sentFile, type: 'application/pdf' }, violation: null };
}

/** Off the event loop, which a large file would block. */
async function sha256Of(bytes: Buffer<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}
