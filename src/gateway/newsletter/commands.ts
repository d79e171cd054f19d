import { readFile } from 'node:fs/promises';
import { utf8Text } from '../../rules/text.ts';
import { type Call, type Command, campaignOf, fileNamed, oneOf, type Row } from '../cli/command.ts';
import { UsageError } from '../cli/options.ts';
import { startMailing } from '../emails/mailings.ts';
import { countReaders } from './queue-newsletter.ts';

export const newsletterCommands: Command[] = [
  {
    usage: 'newsletter send <opt-in> <file>',
    does: [
      'sends news to all who gave that consent: marketing, with a link that takes the consent back.',
      'The file’s first line is the subject, the others its paragraphs, with an empty line between',
    ].join('\n'),
    run: send,
  },
];

async function send(call: Call): Promise<Row[]> {
  const { database, words, options, now } = call;
  const [code, file = ''] = words;
  const text = utf8Text(await readFile(fileNamed({ ...call, words: [file] })));
  if (text === null) throw new UsageError(`The letters of ${file} are not UTF-8: save it so.`);
  const { subject, paragraphs } = readNews(text);
  return database.transaction(async (queries) => {
    const { campaign } = await campaignOf(queries, options);
    // A consent required for taking part is no wish to get news.
    const codes = campaign.registerOptins
      .filter(({ required }) => !required)
      .map((optIn) => optIn.code);
    const optIn = oneOf(codes, code);
    const campaignId = Number(campaign.id);
    const content = { kind: 'NEWSLETTER', optIn, subject, paragraphs } as const;
    await startMailing(queries, { campaignId, content, now });
    return [{ subject, optIn, people: await countReaders(queries, { campaignId, optIn }) }];
  });
}

function readNews(text: string): { subject: string; paragraphs: string[] } {
  const [subject = '', ...paragraphs] = text
    .replaceAll('\r\n', '\n')
    .replace('\n', '\n\n')
    .split(/\n\s*\n/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
  if (paragraphs.length === 0) throw new UsageError('The file needs a subject and a paragraph.');
  return { subject, paragraphs };
}
