import { hash } from 'node:crypto';
import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import type { Queries } from '../db/database.ts';
import type { ListFilter } from '../db/queries/list-filters.ts';
import { appendToLedger } from '../ledger/append-entries.ts';
import { notAllowedNow, type Refusal, refuse } from '../refusal.ts';
import {
  addToBatch,
  countPayable,
  findBatchHash,
  findPayments,
  lockPayable,
  type Payment,
  setBatchHash,
} from './queries.ts';

export const maxPaymentsInFile = 5000;

export interface PaymentBatch {
  id: number;
  payments: Payment[];
}

const headings = 'identificador nome cpf_cnpj tipo_chave chave_pix valor lote'.split(' ');

type Cell = string | number | { exact: string };

/** `csvText` of `cli/csv.ts`, which only the command may import. */
type CsvText = (headings: readonly string[], rows: readonly (readonly Cell[])[]) => string;

/** The same payments give the same bytes. */
function bankFileText({ id, payments }: PaymentBatch, csvText: CsvText): string {
  const rows = payments.map(({ withdrawal, name, document, keyType, key, centavos }) => [
    `SAQUE-${withdrawal}`,
    name,
    document,
    keyType,
    keyCell(keyType, key),
    (centavos / 100).toFixed(2).replace('.', ','),
    id,
  ]);
  return csvText(headings, rows);
}

/** As the Pix directory holds it, for the bank; but a formula with `|` could call a program. */
function keyCell(keyType: string, key: string): string | { exact: string } {
  if (keyType === 'EMAIL' && key.includes('|')) return key;
  return { exact: keyType === 'PHONE' ? `+55${key}` : key };
}

/**
 * Puts pending withdrawals into a batch for the bank as TRANSFER_REQUESTED, so that no later batch
 * takes them. Leaves out what `findLeftOut` counts; refused when none remains.
 */
export async function openPaymentBatch(
  queries: Queries,
  {
    campaignId,
    filter,
    limit,
    author,
    now,
    csvText,
  }: {
    campaignId: number;
    filter: ListFilter;
    limit: number;
    author: string;
    now: Date;
    csvText: CsvText;
  },
): Promise<{ batch: PaymentBatch; text: string; left: number } | Refusal> {
  const withdrawals = await lockPayable(queries, { ...filter, campaignId, now }, limit);
  const id = await addToBatch(queries, withdrawals, { campaignId, author, now });
  if (id === null) {
    return notAllowedNow('Nenhum saque pendente com chave Pix espera por pagamento.');
  }
  const batch = { id, payments: await findPayments(queries, id) };
  const text = bankFileText(batch, csvText);
  await setBatchHash(queries, id, hash('sha256', text, 'hex'));
  const left = await countPayable(queries, { ...filter, campaignId, now });
  const entries = batch.payments.map(
    ({ withdrawal }): LedgerEntry => ({
      type: 'WITHDRAWAL_SETTLED',
      withdrawal,
      status: 'TRANSFER_REQUESTED',
    }),
  );
  await appendToLedger(queries, campaignId, { now, entries });
  return { batch, text, left };
}

const maxListedOutcomes = 20;

/** Writes the same file again; refused where the data of a person in it have changed since. */
export async function repeatBankFile(
  queries: Queries,
  { id, campaignId, csvText }: { id: number; campaignId: number; csvText: CsvText },
  { allowSettled }: { allowSettled: boolean },
): Promise<{ batch: PaymentBatch; text: string } | Refusal> {
  const storedHash = await findBatchHash(queries, { id, campaignId });
  if (storedHash === null) return refuse('NOT_FOUND');
  const batch = { id, payments: await findPayments(queries, id) };
  const text = bankFileText(batch, csvText);
  if (hash('sha256', text, 'hex') !== storedHash) {
    const message = `Nome ou chave de alguém do lote ${id} já não estão guardados como foram: o arquivo não seria o mesmo que o banco já tem.`;
    return notAllowedNow(message);
  }
  const settled = batch.payments.filter(({ status }) => status !== 'TRANSFER_REQUESTED');
  if (settled.length === 0 || allowSettled) return { batch, text };
  const outcomes = settled.map(({ withdrawal, status }) => `${withdrawal} ${status}`);
  const more = outcomes.length - maxListedOutcomes;
  const list = [...outcomes.slice(0, maxListedOutcomes), ...(more > 0 ? [`e mais ${more}`] : [])];
  const message = `O banco pagaria de novo o que já foi encerrado do lote ${id}: ${list.join(', ')}. Com --force, o arquivo é escrito assim mesmo.`;
  return notAllowedNow(message);
}
