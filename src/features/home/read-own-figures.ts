import { call } from '../../client/call.ts';
import { readSubject } from '../../client/credentials.ts';
import { getMe } from '../../contract/consumer.ts';
import { listReceipts, type Receipt } from '../../contract/receipts.ts';
import { environment } from '../../environment.ts';
import { counted, type Fact } from '../../rules/news.ts';
import { nameKey } from '../../storage-keys.ts';

/** The user's receipts and valid numbers; null when the session has ended. */
export async function readOwnFigures(): Promise<Fact[] | null> {
  const [result] = await Promise.all([call(listReceipts), learnName()]);
  return result.ok ? figuresOf(result.value) : null;
}

async function learnName(): Promise<void> {
  const { storage } = environment();
  const subject = readSubject();
  if (storage.get(nameKey)?.startsWith(`${subject} `)) return;
  const me = await call(getMe);
  if (!me.ok) return;
  const { name, type } = me.value;
  const spoken = type === 'CORPORATE' ? name : name.replace(/ .*/, '');
  storage.set(nameKey, `${subject} ${spoken}`);
}

function figuresOf(receipts: readonly Receipt[]): Fact[] {
  if (receipts.length === 0) return [['Sua 1ª nota', 'está esperando você.']];
  const numbers = receipts
    .flatMap(({ engineOrders }) => engineOrders)
    .flatMap(({ details }) => details?.luckyNumbers ?? [])
    .filter(({ voided }) => !voided);
  const figures = [counted(receipts.length, 'nota enviada', 'notas enviadas')];
  if (numbers.length > 0) {
    figures.push(counted(numbers.length, 'número da sorte', 'números da sorte'));
  }
  return figures;
}
