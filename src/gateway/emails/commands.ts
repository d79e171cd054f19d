import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { dayInSaoPaulo } from '../../rules/dates.ts';
import { rejections } from '../../rules/receipts/moderation-reasons.ts';
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
import type { EmailContent, EmailedReceipt, EmailFacts } from './common-texts.ts';
import { contentOf, type ReadableEvent, renderEmail } from './compose.ts';
import { emailStates, findEmails, type ListedEmail, retryEmails } from './queries.ts';

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

interface SampleEmail {
  event: ReadableEvent;
  receipt: EmailedReceipt | null;
}

const note = [
  'promocao.example/promocao/19',
  '1024',
  'k2oaYHSuBzJF1c1mU1gVWvFy4IYWvsxbA8dVUHGqUyQ=',
  '',
  '— promocao.example/promocao/19 2f1n0Gq0c5yZt2Q0o1sYw8mO4c2bJ5m1rYB0dH6r9kq3v1XK7u0f4e2t8w6s5a9z0b==',
  '',
].join('\n');

const conversation = { protocolNumber: '20251122004217', link: 'exemplo-de-link-da-conversa' };

export function sampleEmails(
  { prizes, campaign, secrets }: CampaignSnapshot,
  now: Date,
): Record<ReadableEvent['kind'], SampleEmail> {
  const prizeId = Number(prizes[0]?.id ?? 0);
  const instantPrizeId = Number(secrets?.instantPrizes[0]?.campaignPrizeId ?? prizeId);
  const prize = prizes[0]?.description ?? 'Prêmio';
  const received = sampleReceipt(campaign, now);
  const approved: EmailedReceipt = { ...received, status: 'APPROVED' };
  const receiptId = 12;
  const alone = (event: ReadableEvent): SampleEmail => ({ event, receipt: null });
  return {
    WELCOME: alone({ kind: 'WELCOME' }),
    RECEIPT_RECEIVED: {
      event: { kind: 'RECEIPT_RECEIVED', receiptId, note },
      receipt: received,
    },
    PICTURE_WANTED: {
      event: { kind: 'PICTURE_WANTED', receiptId },
      receipt: { ...received, status: 'REQUESTED_NEW_IMAGE', allowImageReplacement: true },
    },
    RECEIPT_APPROVED: { event: { kind: 'RECEIPT_APPROVED', receiptId }, receipt: approved },
    RECEIPT_REFUSED: {
      event: {
        kind: 'RECEIPT_REFUSED',
        receiptId,
        reason: rejections.PRODUCT_MISSING.sentence,
        code: 'PRODUCT_MISSING',
      },
      receipt: { ...received, status: 'REJECTED' },
    },
    INSTANT_PRIZE_WON: {
      event: { kind: 'INSTANT_PRIZE_WON', receiptId, prizeId: instantPrizeId },
      receipt: { ...approved, prizeId: instantPrizeId },
    },
    PRIZE_SENT: alone({ kind: 'PRIZE_SENT', prize, trackingCode: 'BR123456785BR' }),
    ORDER_PLACED: alone({ kind: 'ORDER_PLACED', prize }),
    ORDER_SENT: alone({ kind: 'ORDER_SENT', prize, trackingCode: 'BR123456785BR' }),
    ORDER_CHANGED: alone({ kind: 'ORDER_CHANGED', prize, status: 'AWAITING_WITHDRAW' }),
    WITHDRAWAL_PAID: alone({ kind: 'WITHDRAWAL_PAID', centavos: 4311 }),
    WITHDRAWAL_FAILED: alone({ kind: 'WITHDRAWAL_FAILED', centavos: 4311 }),
    SUPPORT_OPENED: alone({ kind: 'SUPPORT_OPENED', ...conversation }),
    SUPPORT_ANSWERED: alone({ kind: 'SUPPORT_ANSWERED', ...conversation }),
    DRAW_WON: alone({ kind: 'DRAW_WON', prizeId, number: '4.50153' }),
    DRAW_THANKS: alone({ kind: 'DRAW_THANKS' }),
    DRAW_CORRECTED: alone({ kind: 'DRAW_CORRECTED' }),
    DRAW_PRIZE_LOST: alone({ kind: 'DRAW_PRIZE_LOST', number: '4.50157' }),
    WINNER_DISQUALIFIED: alone({
      kind: 'WINNER_DISQUALIFIED',
      number: '4.50153',
      reason: 'A nota original não foi apresentada no prazo.',
    }),
    PASSWORD_CHANGED: alone({ kind: 'PASSWORD_CHANGED', hadBankInfo: true }),
    PAYMENT_KEY_CHANGED: alone({
      kind: 'PAYMENT_KEY_CHANGED',
      keyType: 'RANDOM',
      maskedKey: '123e…4000',
    }),
    BANK_ACCOUNT_CHANGED: alone({ kind: 'BANK_ACCOUNT_CHANGED' }),
    ADDRESS_CHANGED: alone({ kind: 'ADDRESS_CHANGED' }),
    PHONE_CHANGED: alone({ kind: 'PHONE_CHANGED', wasPixKey: true }),
    EMAIL_CHANGED: alone({
      kind: 'EMAIL_CHANGED',
      maskedEmail: 'an•••@exemplo.com.br',
      to: 'NEW',
    }),
    DATA_EXPORTED: alone({ kind: 'DATA_EXPORTED' }),
    DATA_ERASED: alone({ kind: 'DATA_ERASED' }),
  };
}

/** The receipt has earned something of each engine that the campaign has. */
function sampleReceipt({ engines }: CampaignSnapshot['campaign'], now: Date): EmailedReceipt {
  const numbers = Array.from({ length: 11 }, (_, index) => `4.${20153 + index * 6117}`);
  const earns = (type: string) => engines.some((engine) => engine.type === type);
  return {
    status: 'IN_ANALYSIS',
    totalCentavos: 4311,
    purchaseDate: dayInSaoPaulo(now),
    allowImageReplacement: false,
    numbers: earns('DRAW') ? numbers : [],
    numberCount: earns('DRAW') ? numbers.length : 0,
    cashbackCentavos: earns('CASHBACK') ? 431 : 0,
    points: earns('COLLECT_TO_WIN') ? 43 : 0,
    prizeId: null,
    hasPendingOrders: false,
  };
}
