import { readFile } from 'node:fs/promises';
import { utf8Text } from '../../rules/text.ts';
import {
  type Command,
  type CommandCall,
  campaignIdOption,
  fileArgument,
  idOf,
  oneOf,
  type Row,
  snapshotFor,
} from '../cli/command.ts';
import { pageOf, pageUsage, withinPage } from '../cli/list-options.ts';
import { UsageError } from '../cli/options.ts';
import { lockUntilCommit } from '../db/database.ts';
import { campaignIdOf } from '../db/queries/campaigns.ts';
import { startMailing } from '../emails/mailings.ts';
import { notAllowedNow, type Refusal, refuse } from '../refusal.ts';
import { countReaders, findNewsletters, stopNewsletter, wasSentLately } from './queries.ts';

export const newsletterCommands: Command[] = [
  {
    usage: 'newsletter send <opt-in> <file> [--force]',
    does: `
      sends news to all who gave that consent: marketing, with a link that takes the consent back.
      The file’s first line is the subject, the others its paragraphs, with an empty line between;
      the same text to the same people within a day only with --force`,
    run: send,
  },
  {
    usage: `newsletter list ${pageUsage}`,
    does: 'lists what was sent to subscribers, newest first: how many have received it, and how many will',
    run: async (call) => {
      const campaignId = await campaignIdOption(call.database, call.options);
      const page = { campaignId, ...pageOf(call.options) };
      const newsletters = await findNewsletters(call.database, page);
      return withinPage(call, newsletters).map((newsletter) => ({ ...newsletter }));
    },
  },
  {
    usage: 'newsletter stop <id>',
    does: 'stops one that is being sent; people who have not received it yet do not get it',
    run: ({ database, words, options, now }) =>
      database.transaction(async (queries) => {
        const id = idOf(words[0]);
        const campaignId = await campaignIdOption(queries, options);
        const dropped = await stopNewsletter(queries, { id, campaignId, now });
        return dropped === null ? refuse('NOT_FOUND') : [{ id, dropped }];
      }),
  },
];

async function send(call: CommandCall): Promise<Row[] | Refusal> {
  const { database, words, options, now } = call;
  const [code, file = ''] = words;
  const text = utf8Text(await readFile(fileArgument({ ...call, words: [file] })));
  if (text === null) throw new UsageError(`The letters of ${file} are not UTF-8: save it so.`);
  const { subject, paragraphs } = readNewsletterText(text);
  return database.transaction(async (queries) => {
    const { campaign } = await snapshotFor(queries, options);
    // A consent required for taking part is no wish to get news.
    const codes = campaign.registerOptins
      .filter(({ required }) => !required)
      .map((optIn) => optIn.code);
    const optIn = oneOf(codes, code);
    const campaignId = campaignIdOf(campaign);
    const content = { kind: 'NEWSLETTER', optIn, subject, paragraphs } as const;
    await lockUntilCommit(queries, 'newsletter sent lately');
    if (!options.force && (await wasSentLately(queries, { campaignId, content, now }))) {
      return notAllowedNow('Este texto já foi enviado há menos de um dia: repita com --force.');
    }
    await startMailing(queries, { campaignId, content, now });
    return [{ subject, optIn, people: await countReaders(queries, { campaignId, optIn }) }];
  });
}

function readNewsletterText(text: string): { subject: string; paragraphs: string[] } {
  const [subject = '', ...paragraphs] = text
    .replaceAll('\r\n', '\n')
    .replace('\n', '\n\n')
    .split(/\n\s*\n/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
  if (paragraphs.length === 0) throw new UsageError('The file needs a subject and a paragraph.');
  return { subject, paragraphs };
}
