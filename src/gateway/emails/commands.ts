import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import {
  type Command,
  type CommandCall,
  campaignIdOption,
  idOf,
  oneOf,
  type Row,
  snapshotFor,
} from '../cli/command.ts';
import { filterUsage, listPage, pageUsage } from '../cli/list-options.ts';
import { refuse } from '../refusal.ts';
import { readSettings } from '../settings/settings.ts';
import { newsletterContent, passwordReset } from './account-texts.ts';
import type { EmailContent, EmailFacts } from './common-texts.ts';
import { contentOf, renderEmail } from './compose.ts';
import { emailStates, findEmails, type ListedEmail, retryEmails } from './queries.ts';
import { sampleEmails } from './sample-emails.ts';

export const emailCommands: Command[] = [
  {
    usage: `emails list ${filterUsage} [--key <kind>] ${pageUsage}`,
    does: `
      lists emails, newest first: QUEUED (nextAt says when it is tried), SENT, FAILED,
      and DROPPED if there was nothing left to say; the address is kept until it is sent`,
    run: async (call) => {
      const keyOf = (text: string) => text.trim().replaceAll('-', '_').toUpperCase();
      const kind = { statuses: emailStates, keyOf };
      return (await listPage(call, kind, (page) => findEmails(call.database, page))).map(rowOf);
    },
  },
  {
    usage: 'emails retry [<id>|restored]',
    does: `
      sends at once an email that failed or waits;
      without an id, all of them, but for those that a restore stopped,
      since they may have been sent before it: restored sends those`,
    run: ({ database, words: [id], options, now }) =>
      database.transaction(async (queries) => {
        const which = id === 'restored' ? 'RESTORED' : id === undefined ? 'OTHERS' : idOf(id);
        const campaignId = await campaignIdOption(queries, options);
        const emails = await retryEmails(queries, { which, campaignId, now });
        return typeof which === 'number' && emails.length === 0
          ? refuse('NOT_FOUND')
          : emails.map(rowOf);
      }),
  },
  {
    usage: 'emails preview [<kind>|all] [<folder>]',
    does: `
      writes each email as it would be sent, about an invented person:
      HTML to open in a browser, and text;
      into the folder emails-preview, unless another one is named`,
    run: preview,
  },
];

async function preview(call: CommandCall): Promise<Row[]> {
  const { database, words, options, now, directory } = call;
  const snapshot = await snapshotFor(database, options);
  const { siteUrl } = readSettings(process.env);
  const facts: EmailFacts = { snapshot, siteUrl, name: 'Ana', at: now, now };
  const contents = previewContents(facts);
  const [kind = 'all', folder = 'emails-preview'] = words;
  const named = oneOf(['ALL', ...contents.keys()], kind);
  const kinds = named === 'ALL' ? contents.keys() : [named];
  const path = resolve(directory, folder);
  if (!options['dry-run']) await mkdir(path, { recursive: true });
  const rows: Row[] = [];
  for (const name of kinds) {
    const content = contents.get(name);
    if (!content) continue;
    const { subject, html = '', text } = await renderEmail(content, facts);
    const file = join(path, name.toLowerCase().replaceAll('_', '-'));
    rows.push({ kind: name, subject, file: `${file}.html` });
    if (options['dry-run']) continue;
    await writeFile(`${file}.html`, html);
    await writeFile(`${file}.txt`, `${subject}\n\n${text}`);
  }
  return rows;
}

function previewContents(facts: EmailFacts): Map<string, EmailContent> {
  const contents = new Map<string, EmailContent>();
  for (const [kind, { event, receipt }] of Object.entries(
    sampleEmails(facts.snapshot, facts.now),
  )) {
    const content = contentOf(event, facts, { receipt, token: 'link' in event ? event.link : '' });
    if (content) contents.set(kind, content);
  }
  const optIn =
    facts.snapshot.campaign.registerOptins.find(({ required }) => !required)?.code ?? '';
  const newsletter = {
    kind: 'NEWSLETTER',
    optIn,
    subject: 'Nova promoção',
    paragraphs: ['O texto.'],
  } as const;
  return contents
    .set('NEWSLETTER', newsletterContent(facts, newsletter, '/api/emails/unsubscribe/exemplo'))
    .set('PASSWORD_RESET', passwordReset('/senha?codigo=exemplo'));
}

function rowOf({ createdAt, nextAt, endedAt, consumerId, ...email }: ListedEmail): Row {
  return {
    id: email.id,
    kind: email.kind,
    status: email.state,
    consumer: consumerId,
    to: email.to,
    attempts: email.attempts,
    queuedAt: createdAt,
    nextAt,
    endedAt,
    error: email.error,
  };
}
