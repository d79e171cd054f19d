import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type ReadEmail, readEmail } from './email.ts';

/** An SMTP server (RFC 5321) with what our sender needs; it can be stopped and started. */
export interface MailServer {
  readonly port: number;
  /** Emails received so far, oldest first. */
  readonly emails: ReadEmail[];
  /** Answered instead of taking a recipient, such as `550 unknown`. */
  refusal: string | null;
  /** How many recipients it has refused. */
  refused: number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startMailServer(port: number): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    converse(socket, mail);
  });
  const mail: MailServer = {
    port,
    emails: [],
    refusal: null,
    refused: 0,
    async start() {
      if (server.listening) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  await mail.start();
  return mail;
}

function converse(socket: Socket, mail: MailServer): void {
  let received = '';
  let email: string[] | null = null;
  socket.write('220 test\r\n');
  socket.on('data', (data) => {
    const lines = (received + String(data)).split('\r\n');
    received = lines.pop() ?? '';
    for (const line of lines) {
      if (email && line !== '.') {
        email.push(line.replace(/^\./, ''));
        continue;
      }
      if (email) mail.emails.push(readEmail(email.join('\r\n')));
      email = line === 'DATA' ? [] : null;
      socket.write(`${answerTo(line, mail)}\r\n`);
    }
  });
}

function answerTo(line: string, mail: MailServer): string {
  if (line === 'DATA') return '354 go on';
  if (!line.startsWith('RCPT') || mail.refusal === null) return '250 fine';
  mail.refused += 1;
  return mail.refusal;
}
