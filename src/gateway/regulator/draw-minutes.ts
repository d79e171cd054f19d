import { html } from 'hono/html';
import { kindOfCertificate } from '../../campaign/checks/certificates.ts';
import { drawPrizes } from '../../campaign/draw-prizes.ts';
import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { CampaignPrize } from '../../contract/campaign.ts';
import { findById } from '../../contract/primitives.ts';
import { formatDate, formatDateTime, instantOf } from '../../rules/dates.ts';
import {
  type DatedEntry,
  type EntryOf,
  readLedgerEntry,
} from '../../rules/log/ledger-entry-types.ts';
import { readCheckpoint, type TreeHead } from '../../rules/log/signed-note.ts';
import { formatMoney, formatReais } from '../../rules/money.ts';
import { addressLine } from '../../rules/people/address.ts';
import { formatCnpj, formatCpf } from '../../rules/people/cpf-cnpj.ts';
import { formatPhone } from '../../rules/people/person-fields.ts';
import { formatLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import type { Queries } from '../db/database.ts';
import { campaignIdOf } from '../db/queries/campaigns.ts';
import { type DrawRecord, findDraws } from '../draws/draw-queries.ts';
import { type AccountedWinner, findAccountedWinners } from '../draws/winner-queries.ts';
import { drawCertificates, standingDisqualifications } from '../draws/winners.ts';
import { findMilestones, findPublishedHead } from '../ledger/queries.ts';
import { countLuckyNumbers } from '../rewards/lucky-number-queries.ts';

interface ReportedDraw extends DrawRecord {
  engine: string;
  issued: number;
  voided: number;
  /** The commitment to the key of the numbers; null for a draw that was added after the commitments. */
  commitment: { sha256: string; publishedAt: string; wasInTime: boolean } | null;
  winners: (AccountedWinner & { prize: string; value: number | null })[];
  /** A description for each unit that no number won. */
  unwonPrizes: string[];
  entries: DatedEntry[];
  disqualified: EntryOf<'WINNER_DISQUALIFIED'>[];
}

interface Minutes {
  promotion: string;
  brand: string;
  certificates: string[];
  startsAt: string;
  endsAt: string;
  ledger: TreeHead;
  draws: ReportedDraw[];
}

export async function readMinutes(queries: Queries, snapshot: CampaignSnapshot): Promise<Minutes> {
  const { campaign, hotsite, prizes } = snapshot;
  const campaignId = campaignIdOf(campaign);
  const counts = await countLuckyNumbers(queries, campaignId);
  const winners = await findAccountedWinners(queries, campaignId);
  const { checkpoint } = await findPublishedHead(queries, campaignId);
  const milestones = await findMilestones(queries, campaignId);
  const ledgerEntries = milestones.flatMap(({ entry }) => readLedgerEntry(entry) ?? []);
  const describe = (draw: DrawRecord): ReportedDraw => {
    const engine = findById(campaign.engines, draw.engineId);
    const drawCounts = counts.filter(({ engineId }) => engineId === draw.engineId);
    const ownWinners = winners.filter(({ engineId }) => engineId === draw.engineId);
    return {
      ...draw,
      engine: engine?.name ?? '',
      issued: drawCounts.reduce((sum, { issued }) => sum + issued, 0),
      voided: drawCounts.reduce((sum, { voided }) => sum + voided, 0),
      commitment: commitmentOf(draw, ledgerEntries),
      winners: ownWinners.map((winner) => {
        const prize = findById(prizes, winner.campaignPrizeId);
        return {
          ...winner,
          prize: prize?.description ?? '',
          value: prize?.unitaryValue ?? null,
        };
      }),
      unwonPrizes: unwonPrizes((engine && drawPrizes(snapshot, engine)) ?? [], ownWinners),
      entries: ledgerEntries.filter((entry) => 'engine' in entry && entry.engine === draw.engineId),
      disqualified: standingDisqualifications(ledgerEntries, draw.engineId),
    };
  };
  return {
    promotion: campaign.name,
    brand: hotsite.header.brand,
    certificates: drawCertificates(snapshot),
    startsAt: campaign.startsAt,
    endsAt: campaign.endsAt,
    ledger: readCheckpoint(checkpoint) ?? { size: 0, root: '' },
    draws: (await findDraws(queries, campaignId)).map(describe),
  };
}

function commitmentOf(
  { engineId }: DrawRecord,
  [first]: readonly DatedEntry[],
): ReportedDraw['commitment'] {
  if (first?.type !== 'COMMITMENTS') return null;
  const committed = first.draws.find(({ engine }) => engine === engineId);
  if (!committed) return null;
  const { at: publishedAt, startsAt } = first;
  const wasInTime = startsAt !== undefined && new Date(publishedAt) < instantOf(startsAt);
  return { sha256: committed.commitment, publishedAt, wasInTime };
}

function unwonPrizes(
  prizes: readonly CampaignPrize[],
  winners: readonly AccountedWinner[],
): string[] {
  const wonIds = winners.map(({ campaignPrizeId }) => campaignPrizeId);
  return prizes.flatMap(({ id, description }) => {
    const won = wonIds.indexOf(Number(id));
    if (won === -1) return description;
    wonIds.splice(won, 1);
    return [];
  });
}

const modalityByCertificateKind: Readonly<Record<string, string>> = {
  '01': 'Sorteio',
  '04': 'Assemelhada a sorteio',
};

function modalitiesOf(certificates: readonly string[]): string {
  const named = certificates.map(
    (number) => modalityByCertificateKind[kindOfCertificate(number) ?? ''],
  );
  return [...new Set(named)].join(', ');
}

const blank = '____________________';

/** The draft of the minutes (ata), as one page of HTML to complete, print and sign. */
export async function minutesDocument(minutes: Minutes): Promise<string> {
  const { promotion, brand, certificates, startsAt, endsAt, ledger, draws } = minutes;
  const facts = factList([
    ['Empresa promotora', `${blank} (${brand})`],
    ['CNPJ', blank],
    ['Certificado de Autorização', certificates.join(', ') || blank],
    ['Modalidade', modalitiesOf(certificates) || blank],
    ['Período da promoção', `${formatDateTime(startsAt)} a ${formatDateTime(endsAt)}`],
    ['Local da apuração', blank],
    ['Presentes', blank],
  ]);
  const signatures = ['Responsável pela promotora', 'Responsável pela apuração', 'Testemunha'].map(
    (who) => html`<p>${who}: ${blank} CPF ${blank} Assinatura ${blank}</p>\n`,
  );
  const document = html`<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>Ata de apuração</title><style>${style}</style></head><body>
<h1>Ata de apuração da promoção ${promotion}</h1>
${facts}${draws.map(drawPart)}
<p>Registro público da promoção: ${ledger.size} lançamentos; a árvore deles tem a raiz SHA-256 ${ledger.root}.</p>
<p>Nada mais havendo a tratar, lavrou-se esta ata, que vai assinada pelos responsáveis.</p>
<p>Local e data: ${blank}</p>
${signatures}</body></html>
`;
  return String(await document);
}

const style =
  'body{max-width:45rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 serif}dt{font-weight:bold}dd{margin:0 0 .5rem}';

function drawPart(draw: ReportedDraw) {
  const { engine, extraction, federalPrizes, drawnSeries, drawnNumber, winners } = draw;
  const { issued, voided, passedOver, commitment, madeAt, unwonPrizes, entries, disqualified } =
    draw;
  const facts = factList([
    ['Apuração', formatDateTime(madeAt.toISOString())],
    ['Extração da Loteria Federal', formatDate(extraction)],
    ...federalPrizes.map((prize, index): Fact => [`${index + 1}º prêmio`, prize]),
    ['Números distribuídos', `${issued}, dos quais ${voided} anulados até hoje`],
    ['Compromisso publicado (SHA-256)', commitment ? commitmentText(commitment) : blank],
    ['Número apurado', formatLuckyNumber({ series: drawnSeries, number: drawnNumber })],
    ['Números desconsiderados', passedOver.join(', ') || 'nenhum'],
    ['Critério', criterion],
    ...entries.flatMap(ledgerFacts),
    ...disqualified.map(disqualifiedFact),
    ...unwonPrizes.map((prize): Fact => ['Prêmio sem número contemplado', prize]),
  ]);
  return html`<h2>${engine}</h2>\n${facts}${winners.map(winnerPart)}`;
}

function commitmentText({
  sha256,
  publishedAt,
  wasInTime,
}: NonNullable<ReportedDraw['commitment']>): string {
  const moment = formatDateTime(publishedAt);
  return `${sha256}, em ${moment}, ${wasInTime ? 'antes do' : 'depois do'} início da promoção`;
}

function disqualifiedFact({ number, reason, successor }: EntryOf<'WINNER_DISQUALIFIED'>): Fact {
  const next = successor ? `O prêmio passou ao número ${successor}` : 'Nenhum número o sucede';
  return ['Contemplado desclassificado', `${number}. Motivo: ${asSentence(reason)} ${next}.`];
}

function asSentence(reason: string): string {
  return /[.!?…]$/.test(reason) ? reason : `${reason}.`;
}

function ledgerFacts(entry: DatedEntry): Fact[] {
  switch (entry.type) {
    case 'NO_EXTRACTION':
      return [['Dia em que não houve extração', formatDate(entry.day)]];
    case 'LIST_FROZEN': {
      const list = `${entry.numbers} números, SHA-256 ${entry.hash}`;
      const unjudged = `${entry.unjudged}. Motivo: ${entry.reason}`;
      return [
        ['Lista dos números participantes', list],
        ...(entry.unjudged > 0 ? [['Notas ainda não conferidas', unjudged] as const] : []),
      ];
    }
    case 'DRAW_CORRECTED':
      return [['Apuração corrigida', `${formatDateTime(entry.at)}. Motivo: ${entry.reason}`]];
    default:
      return [];
  }
}

const criterion =
  'Série pela dezena simples dos primeiros prêmios, elemento sorteável pela unidade simples dos cinco; não distribuído, o mais próximo, o superior antes do inferior, na mesma série e depois na série mais próxima.';

function winnerPart(winner: ReportedDraw['winners'][number]) {
  const { prize, value, series, number, name, document, phone, email, address } = winner;
  const { identifier, cnpj, purchaseDate, totalCentavos } = winner;
  return factList([
    ['Prêmio', value === null ? prize : `${prize}, no valor de ${formatReais(value)}`],
    ['Número da sorte contemplado', formatLuckyNumber({ series, number })],
    ['Ganhador', name],
    ['Documento', document.length === 11 ? formatCpf(document) : formatCnpj(document)],
    ['Endereço', address ? addressLine(address) : blank],
    ['Telefone', phone ? formatPhone(phone) : blank],
    ['Email', email || blank],
    [
      'Nota',
      `${identifier}, loja ${formatCnpj(cnpj)}, ${formatDate(purchaseDate)}, ${formatMoney(totalCentavos)}`,
    ],
    ['Entrega do prêmio (data, documento e assinatura)', blank],
  ]);
}

type Fact = readonly [term: string, description: string];

function factList(facts: readonly Fact[]) {
  const rows = facts.map(([term, text]) => html`<dt>${term}</dt><dd>${text}</dd>\n`);
  return html`<dl>\n${rows}</dl>\n`;
}
