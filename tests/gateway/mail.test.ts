import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMail } from '../../src/gateway/services/mail.ts';
import { Unavailable } from '../../src/gateway/unavailable.ts';
import { temporaryFolder } from '../support/folder.ts';

const letter = { to: 'ana@exemplo.com.br', subject: 'Criação de senha', text: 'Olá, Ana!\n' };
const now = () => new Date('2026-03-10T15:00:00Z');
const mailFrom = 'promo@brisal.example';

test('without a server letters are files', async () => {
  const folder = await temporaryFolder();
  await openMail({ smtpUrl: null, mailFrom, dataDirectory: folder.path }, now).send(letter);
  const [name = '', ...others] = await readdir(join(folder.path, 'mail'));
  expect(others).toEqual([]);
  expect(name).toMatch(/^2026-03-10T15-00-00.000Z-[0-9a-f]{8}\.eml$/);
  const source = await readFile(join(folder.path, 'mail', name), 'utf8');
  expect(source).toContain('To: ana@exemplo.com.br\n');
  expect(source).toContain('<promo@brisal.example>');
  expect(source).toContain('Date: Tue, 10 Mar 2026 15:00:00 +0000');
  await folder.remove();
});

test('with a server letters go there', async () => {
  const said: string[] = [];
  const server = createServer((socket) => speakSmtp(socket, said));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const smtpUrl = `smtp://127.0.0.1:${address.port}/?ignoreTLS=true`;
  await openMail({ smtpUrl, mailFrom, dataDirectory: '/nowhere' }, now).send(letter);
  expect(said.join('\n')).toContain('RCPT TO:<ana@exemplo.com.br>');
  expect(said.join('\n')).toContain('MAIL FROM:<promo@brisal.example>');
  server.close();
});

test('a server that is away is told apart from a bug', async () => {
  const mail = openMail(
    { smtpUrl: 'smtp://127.0.0.1:1', mailFrom, dataDirectory: '/nowhere' },
    now,
  );
  await expect(mail.send(letter)).rejects.toThrow(Unavailable);
});

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
