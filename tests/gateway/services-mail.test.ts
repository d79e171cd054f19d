import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Unavailable } from '../../src/gateway/failures.ts';
import { openMail } from '../../src/gateway/services/mail.ts';
import { faults, startFaultyServer } from '../support/faulty-server.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';

const letter = {
  to: 'ana@exemplo.com.br',
  senderName: 'Escovou, Brilhou!',
  subject: 'Criação de senha',
  text: 'Olá, Ana!\n',
};
const now = () => new Date('2026-03-10T15:00:00Z');
const mailFrom = 'promo@brisal.example';

test('emails are written to files without a mail server', async () => {
  const folder = await temporaryFolder();
  await openMail({ smtpUrl: null, mailFrom, dataDirectory: folder.path }, now).send(letter);
  const [name = '', ...others] = await readdir(join(folder.path, 'mail'));
  expect(others).toEqual([]);
  expect(name).toMatch(/^2026-03-10T15-00-00.000Z-000001-[0-9a-f]{8}\.eml$/);
  const source = await readFile(join(folder.path, 'mail', name), 'utf8');
  expect(source).toContain('To: ana@exemplo.com.br\n');
  expect(source).toContain('<promo@brisal.example>');
  expect(source).toContain('Date: Tue, 10 Mar 2026 15:00:00 +0000');
  await folder.remove();
});

test('files of emails of the same moment are named in the order in which they were sent', async () => {
  const folder = await temporaryFolder();
  const mail = openMail({ smtpUrl: null, mailFrom, dataDirectory: folder.path }, now);
  const subjects = Array.from({ length: 12 }, (_, index) => `Aviso ${index + 1}.`);
  for (const subject of subjects) await mail.send({ ...letter, subject });
  const names = (await readdir(join(folder.path, 'mail'))).sort();
  const sources = await Promise.all(
    names.map((name) => readFile(join(folder.path, 'mail', name), 'utf8')),
  );
  expect(sources.map((source) => /^Subject: (.+)$/m.exec(source)?.[1])).toEqual(subjects);
  await folder.remove();
});

test('emails are sent to the mail server', async () => {
  const said: string[] = [];
  const server = createServer((socket) => speakSmtp(socket, said));
  await openMail(at(await portOf(server)), now).send(letter);
  expect(said.join('\n')).toContain('RCPT TO:<ana@exemplo.com.br>');
  expect(said.join('\n')).toContain('MAIL FROM:<promo@brisal.example>');
  server.close();
});

describe('a mail server in trouble', () => {
  const limits = { timeoutMs: 200, retryDelaysMs: [0] };

  test.each(faults)('is given up soon if it %s, and is not reported as a bug', async (fault) => {
    const server = await startFaultyServer('first');
    server.fault = fault;
    const mail = openMail(at(server.port), now, limits);
    await expect(mail.send(letter)).rejects.toThrow(Unavailable);
    await server.close();
  });

  test('gets the email at the next try if it is back', async () => {
    const said: string[] = [];
    let calls = 0;
    const server = createServer((socket) => {
      calls += 1;
      if (calls === 1) socket.end('421 later\r\n');
      else speakSmtp(socket, said);
    });
    await openMail(at(await portOf(server)), now, limits).send(letter);
    expect(said.join('\n')).toContain('RCPT TO:<ana@exemplo.com.br>');
    server.close();
  });

  test('does not get an email that is no longer wanted when it is back', async () => {
    let calls = 0;
    const server = createServer((socket) => {
      calls += 1;
      socket.end('421 later\r\n');
    });
    await openMail(at(await portOf(server)), now, limits).send(letter, async () => false);
    expect(calls).toBe(1);
    server.close();
  });

  test('is not asked again if it refuses an email for good', async () => {
    let calls = 0;
    const server = createServer((socket) => {
      calls += 1;
      socket.end('554 go away\r\n');
    });
    const mail = openMail(at(await portOf(server)), now, { ...limits, retryDelaysMs: [0, 0] });
    await expect(mail.send(letter)).rejects.toThrow(Unavailable);
    expect(calls).toBe(1);
    server.close();
  });

  test('does not delay a stopping gateway', async () => {
    const port = await freePort();
    const mail = openMail(at(port), now, { ...limits, retryDelaysMs: [3_600_000] });
    const sending = mail.send(letter);
    mail.hurry();
    await expect(sending).rejects.toThrow(Unavailable);
  });
});

const at = (port: number) => ({
  smtpUrl: `smtp://127.0.0.1:${port}/?ignoreTLS=true`,
  mailFrom,
  dataDirectory: '/nowhere',
});

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

/** As much of RFC 5321 as takes one letter. */
function speakSmtp(socket: Socket, said: string[]): void {
  let isLetter = false;
  socket.write('220 test\r\n');
  socket.on('data', (data) => {
    for (const line of String(data).split('\r\n').filter(Boolean)) {
      said.push(line);
      if (isLetter && line !== '.') continue;
      isLetter = line === 'DATA';
      socket.write(isLetter ? '354 go on\r\n' : '250 fine\r\n');
    }
  });
}
