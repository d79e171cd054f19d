import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Settings } from '../settings.ts';
import { Unavailable } from '../unavailable.ts';

export interface Letter {
  to: string;
  subject: string;
  /** Plain text; lines end in `\n`. */
  text: string;
}

/** Sends letters to consumers. */
export interface Mail {
  send(letter: Letter): Promise<void>;
}

/** An SMTP server where one is configured; else a folder of the letters, one `.eml` file each. */
export function openMail(
  { smtpUrl, mailFrom, dataDirectory }: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDirectory'>,
  now: () => Date,
): Mail {
  const from = { name: 'Promoção', address: mailFrom };
  if (smtpUrl === null) return folderMail(join(dataDirectory, 'mail'), from, now);
  const server = createTransport({ url: smtpUrl, pool: true });
  return {
    async send(letter) {
      await server.sendMail({ from, ...letter }).catch((error: unknown) => {
        throw new Unavailable('mail server', error);
      });
    },
  };
}

function folderMail(
  folder: string,
  from: { name: string; address: string },
  now: () => Date,
): Mail {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(letter) {
      const { message } = await writer.sendMail({ from, date: now(), ...letter });
      await mkdir(folder, { recursive: true });
      const name = `${now().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      // Whoever watches the folder sees whole letters only.
      await writeFile(`${folder}-${name}`, message);
      await rename(`${folder}-${name}`, join(folder, name));
    },
  };
}
