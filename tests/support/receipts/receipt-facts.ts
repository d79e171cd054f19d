import { qrText } from './qr-text.ts';
import { type Random, seededRandom } from './random.ts';
import { type QrVersion, type ReceiptState, receiptKey } from './receipt-key.ts';

/** Everything that one printed receipt says. */
export interface ReceiptFacts {
  shop: string;
  address: string;
  cnpj: string;
  state: ReceiptState;
  key: string;
  number: number;
  series: number;
  /** `yyyy-MM-dd`, `HH:mm:ss`, as on the shop's clock. */
  day: string;
  time: string;
  items: { name: string; total: number }[];
  /** In centavos. */
  total: number;
  /** Text of the QR code. */
  qr: string;
}

export interface ReceiptOrder {
  cnpj: string;
  issuedAt: Date;
  /** In centavos. */
  total: number;
  state: ReceiptState;
  seed: number;
  qr?: `${QrVersion}-${'online' | 'offline'}`;
  environment?: 'production' | 'test';
}

const shops = [
  'MERCADO JARDIM DO EXEMPLO LTDA',
  'SUPERMERCADO ARAUCARIA FICTICIA',
  'FARMACIA BEIRA RIO INVENTADA',
  'ATACADO SERRA IMAGINARIA SA',
] as const;

const cities = { PR: 'CURITIBA - PR', SC: 'JOINVILLE - SC', RS: 'CAXIAS DO SUL - RS' } as const;

const products = [
  'CREME DENTAL MENTA 90G',
  'CREME DENTAL CARVAO 90G',
  'ESCOVA DENTAL MACIA',
  'FIO DENTAL 50M',
  'ARROZ BRANCO 5KG',
  'CAFE TORRADO 500G',
  'LEITE INTEGRAL 1L',
] as const;

/** Invents a receipt around what is ordered; the same order gives the same receipt. */
export function receiptFacts(order: ReceiptOrder): ReceiptFacts {
  const random = seededRandom(order.seed);
  const version: QrVersion = order.qr?.startsWith('v3') ? 'v3' : 'v2';
  const offline = order.qr?.endsWith('offline') ?? false;
  const { day, time } = shopClock(order.issuedAt);
  const { cnpj, state, total } = order;
  const shop = random.pick(shops);
  const address = `RUA DAS PALMEIRAS, ${random.between(10, 999)} - ${cities[state]}`;
  const series = random.between(1, 9);
  const number = random.between(1000, 999_999);
  const code = random.digits(8);
  const key = receiptKey({ state, day, cnpj, series, number, offline, code });
  const environment = order.environment ?? 'production';
  const qr = qrText({ state, key, version, offline, day, total, environment }, random);
  const items = splitTotal(total, random);
  return { shop, address, cnpj, state, key, number, series, day, time, items, total, qr };
}

function shopClock(moment: Date): { day: string; time: string } {
  const [day = '', time = ''] = moment
    .toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' })
    .split(' ');
  return { day, time };
}

function splitTotal(total: number, random: Random): ReceiptFacts['items'] {
  const count = Math.min(random.between(2, 6), total);
  const items: ReceiptFacts['items'] = [];
  let rest = total;
  for (let left = count; left > 0; left -= 1) {
    const share = left === 1 ? rest : random.between(1, rest - left + 1);
    items.push({ name: random.pick(products), total: share });
    rest -= share;
  }
  return items;
}
