import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { Unavailable } from '../failures.ts';
import { privateFileMode, privateFolderMode } from '../private-files.ts';
import type { Settings } from '../settings/settings.ts';

export interface Email {
  to: string;
  senderName: string;
  subject: string;
  text: string;
  html?: string;
  /** A uuid that all tries of an email share; a new one by default. */
  messageId?: string;
  /** A POST to it withdraws the consent (RFC 8058); only marketing has one. */
  unsubscribeUrl?: string;
}

export interface Mail {
  /** Resolves once it is on its way, or no longer wanted, which is asked before each further try. */
  send(email: Email, isWanted?: () => Promise<boolean>): Promise<void>;
  /**
   * One try, for emails that are stored and tried again later.
   * @throws EmailRefused when the server refuses only this email, else Unavailable
   */
  sendOnce(email: Email): Promise<void>;
  /** Ends all waits before further tries, as the process is stopping. */
  hurry(): void;
}

export class EmailRefused extends Unavailable {
  /** False while its mailbox is full or busy. */
  readonly isFinal: boolean;

  constructor(cause: unknown, { isFinal }: { isFinal: boolean }) {
    super('mail server', cause);
    this.isFinal = isFinal;
  }
}

interface MailLimits {
  timeoutMs: number;
  retryDelaysMs: readonly number[];
}

const defaultLimits: MailLimits = { timeoutMs: 10_000, retryDelaysMs: [5_000, 60_000, 300_000] };

export function openMail(
  { smtpUrl, mailFrom, dataDirectory }: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDirectory'>,
  now: () => Date,
  limits = defaultLimits,
): Mail {
  const message = (email: Email) => messageOf(email, mailFrom);
  return smtpUrl === null
    ? folderMail(join(dataDirectory, 'mail'), message, now)
    : smtpMail(smtpUrl, message, limits);
}

type ToMessage = (email: Email) => SendMailOptions;

function messageOf(
  { senderName, messageId, unsubscribeUrl, ...email }: Email,
  address: string,
): SendMailOptions {
  return {
    ...email,
    from: { name: senderName, address },
    ...(messageId && { messageId: `<${messageId}@${address.replace(/^.*@/, '')}>` }),
    headers: {
      // RFC 3834: keeps out-of-office programs from answering.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

/** Retries while the server is down: an email may hold the only link to a conversation. */
function smtpMail(url: string, message: ToMessage, { timeoutMs, retryDelaysMs }: MailLimits): Mail {
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

  async function sendOnce(email: Email): Promise<void> {
    try {
      await server.sendMail(message(email));
    } catch (error) {
      throw emailRefusal(error) ?? new Unavailable('mail server', error);
    }
  }

  async function send(
    email: Email,
    isWanted: () => Promise<boolean>,
    [next, ...later]: readonly number[],
  ): Promise<void> {
    try {
      await sendOnce(email);
    } catch (error) {
      const isLast = next === undefined || hurried.signal.aborted;
      if (isLast || isRejectedByServer(error)) throw error;
      await wait(next);
      if (await isWanted()) await send(email, isWanted, later);
    }
  }

  return {
    send: (email, isWanted = async () => true) => send(email, isWanted, retryDelaysMs),
    sendOnce,
    hurry: () => hurried.abort(),
  };
}

/** RFC 5321, 4.2.1: answers from 500 on are final. */
function isRejectedByServer(error: unknown): boolean {
  const cause = error instanceof Unavailable ? error.cause : error;
  return cause instanceof Error && 'responseCode' in cause && Number(cause.responseCode) >= 500;
}

// RFC 3463: a mailbox that is full or busy, and below it refusals of us as the sender.
const mailboxBusy = /^(?:450(?! 4\.)|4\d\d[ -]4\.[12]\.)/;
// As the answer to RCPT TO, 5.7 is mostly the policy of that mailbox, and no word on us.
const ofSender = {
  'RCPT TO': /^5\d\d[ -]5\.(?:4\.5|7\.(?:0|26|27|28)\b|7\..*\brelay(?:ing)?\b)/i,
  DATA: /^5\d\d[ -]5\.(?:4\.5|7\.)/,
};

/** Null for an error that concerns all emails, such as a wrong password of ours or a full quota. */
function emailRefusal(error: unknown): EmailRefused | null {
  const { command, response = '' }: { command?: string; response?: string } = Object(error);
  if (command !== 'RCPT TO' && command !== 'DATA') return null;
  const isFinal = isRejectedByServer(error) && !ofSender[command].test(response);
  return isFinal || mailboxBusy.test(response) ? new EmailRefused(error, { isFinal }) : null;
}

function folderMail(folder: string, message: ToMessage, now: () => Date): Mail {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  let emailCount = 0;
  async function write(email: Email): Promise<void> {
    // The counter keeps two emails of one millisecond in order.
    emailCount += 1;
    const number = String(emailCount).padStart(6, '0');
    const { message: source } = await writer.sendMail({ date: now(), ...message(email) });
    await mkdir(folder, { recursive: true, mode: privateFolderMode });
    const time = now().toISOString().replaceAll(':', '-');
    const name = `${time}-${number}-${randomUUID().slice(0, 8)}.eml`;
    // Programs that watch the folder must only see complete emails.
    await writeFile(`${folder}-${name}`, source, { mode: privateFileMode });
    await rename(`${folder}-${name}`, join(folder, name));
  }
  return { send: write, sendOnce: write, hurry: () => {} };
}
