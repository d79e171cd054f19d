import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../private-files.ts';
import type { Settings } from '../settings/settings.ts';
import { Unavailable } from '../unavailable.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
}

export interface Mail {
  /** Resolves when the email is on its way, which may take as long as all tries. */
  send(email: Email): Promise<void>;
  hurry(): void;
}

/** In milliseconds. */
export interface MailLimits {
  timeoutMs: number;
  waits: readonly number[];
}

const usualLimits: MailLimits = { timeoutMs: 10_000, waits: [5_000, 60_000, 300_000] };

export function openMail(
  { smtpUrl, mailFrom, dataDirectory }: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDirectory'>,
  now: () => Date,
  limits = usualLimits,
): Mail {
  const from = { name: 'Promoção', address: mailFrom };
  return smtpUrl === null
    ? folderMail(join(dataDirectory, 'mail'), from, now)
    : smtpMail(smtpUrl, from, limits);
}

interface Sender {
  name: string;
  address: string;
}

/** An email may hold the only link to a conversation, so a server that is away is tried again. */
function smtpMail(url: string, from: Sender, { timeoutMs, waits }: MailLimits): Mail {
  const server = createTransport({
    url,
    pool: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const hurried = new AbortController();
  const wait = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: hurried.signal }).catch(() => {});

  async function send(email: Email, [next, ...later]: readonly number[]): Promise<void> {
    try {
      await server.sendMail({ from, ...email });
    } catch (error) {
      if (next === undefined || hurried.signal.aborted || isRefusal(error)) {
        throw new Unavailable('mail server', error);
      }
      await wait(next);
      await send(email, later);
    }
  }

  return { send: (email) => send(email, waits), hurry: () => hurried.abort() };
}

/** Whether the server wants the email never: RFC 5321, 4.2.1, answers from 500 on. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;
}

function folderMail(folder: string, from: Sender, now: () => Date): Mail {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  let written = 0;
  return {
    async send(email) {
      // Keeps the order of two emails of the same millisecond.
      written += 1;
      const place = String(written).padStart(6, '0');
      const { message } = await writer.sendMail({ from, date: now(), ...email });
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      const time = now().toISOString().replaceAll(':', '-');
      const name = `${time}-${place}-${randomUUID().slice(0, 8)}.eml`;
      // A program that watches the folder sees whole emails only.
      await writeFile(`${folder}-${name}`, message, { mode: PRIVATE_FILE });
      await rename(`${folder}-${name}`, join(folder, name));
    },
    hurry: () => {},
  };
}
