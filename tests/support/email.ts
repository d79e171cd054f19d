export interface ReadEmail {
  headers: string;
  from: string;
  to: string;
  subject: string;
  messageId: string;
  text: string;
  html: string;
}

/** As a mailbox shows an email (MIME, RFC 2045 to 2047) that is written in quoted-printable. */
export function readEmail(source: string): ReadEmail {
  const unfolded = source.replaceAll('\r\n', '\n');
  const end = unfolded.indexOf('\n\n');
  const headers = unfolded.slice(0, end).replaceAll(/\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(headers)?.[1] ?? '';
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1];
  const parts = boundary ? unfolded.slice(end).split(`--${boundary}`) : [];
  const part = (type: string) =>
    bodyOf(parts.find((each) => each.includes(`Content-Type: ${type}`)));
  return {
    headers,
    from: words(header('From')),
    to: header('To'),
    subject: words(header('Subject')),
    messageId: header('Message-ID'),
    text: part('text/plain'),
    html: part('text/html'),
  };
}

/** What `pattern` captures in the newest email to this address that it fits, such as a link's code. */
async function findInEmails(
  site: { emails(): Promise<string[]> },
  { to, pattern }: { to: string; pattern: RegExp },
): Promise<string> {
  const texts = (await site.emails())
    .map(readEmail)
    .filter((email) => email.to.includes(to))
    .map(({ text }) => text);
  const found = pattern.exec(texts.findLast((text) => pattern.test(text)) ?? '')?.[1];
  if (!found) throw new Error(`No email to ${to} fits ${pattern}`);
  return found;
}

/** The code in the link of an email that leads to a new password. */
export function passwordCodeFor(site: { emails(): Promise<string[]> }, to: string) {
  return findInEmails(site, { to, pattern: /\/senha\?codigo=([\w-]+)/ });
}

/** The token in the link of an email that leads to a conversation with support. */
export function conversationTokenFor(site: { emails(): Promise<string[]> }, to: string) {
  return findInEmails(site, { to, pattern: /\/atendimento\/([\w-]+)/ });
}

function bodyOf(part = ''): string {
  const body = part.slice(part.indexOf('\n\n', 1) + 2);
  const isQuoted = /Content-Transfer-Encoding: quoted-printable/i.test(part);
  return isQuoted ? decode(body.replaceAll('=\n', '')) : Buffer.from(body, 'base64').toString();
}

function decode(text: string): string {
  const bytes = text.replace(/=([\dA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Encoded words of a header, of either kind. */
function words(header: string): string {
  return header
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) => decode(text.replaceAll('_', ' ')))
    .replaceAll(/=\?UTF-8\?B\?(.*?)\?=/gi, (_, text: string) =>
      Buffer.from(text, 'base64').toString(),
    );
}
