/** The readings of one printed line differ where the print is hard to read. */
export type ReadLine = readonly string[];

type Kind = 'pay' | 'total' | 'gross' | 'discount' | 'paid' | 'change' | 'items';

interface LabelledSums {
  kind: Kind;
  lineIndex: number;
  /** In centavos. */
  sums: Map<number, number>;
}

interface Candidate {
  sum: number;
  from: readonly Sum[];
  /** False where it may be only a part: one of several payments, or a sum of items. */
  isWhole: boolean;
}

interface Sum {
  labelled: LabelledSums;
  sum: number;
}

/** In a DANFE's table a row of names has a row of sums below it: the last name has the last sum. */
const tableLabels: readonly (readonly [Kind, RegExp])[] = [
  ['pay', /T[O0]TAL\s+(?:DA\s*)?N[O0]TA\W*$/],
  ['gross', /T[O0]TAL\s+(?:D[O0]S\s*)?PR[O0]DUT[O0]S\W*$/],
];

const labels: readonly (readonly [Kind, RegExp])[] = [
  ['discount', /DESC[O0Q]N?T|ABATIMENT/],
  ['pay', /(V[A4]L[O0]R|T[O0]T[A4]L)\s*[A@4]?\s*P[A-Z]?[GC6][A-Z]R|A PAGAR|VALOR LIQUIDO/],
  ['gross', /SUB\s?-?T[O0]TAL|T[O0]TAL BRUT/],
  ['change', /\bTR[O0]C[O0]\b/],
  ['total', /V[A4]L?[O0]R T[O0][A-Z]?[A4][L1I]\b|\b[TI][O0D]T[A4][L1I]\b/],
  [
    'paid',
    /CART[AO]|\bTEF|^\W*[EF]EF\b|CRED|DEBIT|DINHEIR|\bPIX\b|CHEQUE|\bVALE\b|VOUCHER|RECEBID|\bELO\b|VISA|MASTER|\bPAG[O0]\b|PAGAMENTO/,
  ],
];

/** Taxes, counts and the heads of columns have the word for total in them and name none. */
const otherTotals =
  /TRIBUT|IMPOST|APROX|FEDERA|ESTADUA|ITENS|ITEM|QTD|QUANT|UNIT|DESCRI|CODIGO|VOLUME|PRODUTOS|ICMS|\bFCP\b|PONTOS|ECONOM|FIDELI/;

/** Some tills print a third decimal, always 0; the point between thousands may be read as a gap. */
const money =
  /(?<![\d.,])(\d{1,3}(?:[.,]\d{3})+|\d{1,3}[.,]?\s\d{3}(?=,)|\d{1,6})\s?(?:[,.]\s?(\d\d)|,(\d\d)0)(?![\d%])(?!\s?[.,/]\s?\d)/g;

/**
 * In centavos. Two places must lead to it (total, payment, sum less discount, payment less change)
 * with one read alike each time, or its own place was read alike twice; else null.
 */
export function totalOf(lines: readonly ReadLine[]): number | null {
  const allLabelled = lines.flatMap((line, at) => labelledSumsIn(line, lines[at + 1] ?? [], at));
  const candidates = [...candidatesOf(allLabelled), ...candidateOfItems(lines, allLabelled)];
  const bySum = Map.groupBy(candidates, ({ sum }) => sum);
  const agreed = [...bySum.values()]
    .filter((leading) => leading.length >= 2 && leading.some(({ isWhole }) => isWhole))
    .filter((leading) => leading.some(({ from }) => from.every(isUndisputed)))
    .toSorted((a, b) => b.length - a.length);
  const [first, second] = agreed;
  if (first) {
    const sum = first[0]?.sum ?? null;
    const isDoubtful =
      isItemsTotalUnread(lines, allLabelled, sum) || isMoreThanReduced(allLabelled, sum);
    return first.length === second?.length || isDoubtful ? null : sum;
  }
  // An illegible discount, or amount to pay, may follow: then the sum above it is another.
  const isReduced = lines.some((line) => ['discount', 'pay'].includes(sumNamedBy(line) ?? ''));
  const own = allLabelled.filter(({ kind }) => kind === 'pay' || (kind === 'total' && !isReduced));
  const sum = soleOf(own.map(undisputedSum));
  const isPaid = sum !== null && sum <= maxPaidSum(allLabelled);
  const proven = isPaid ? sum : soleOf(own.flatMap((labelled) => paidBelow(lines, labelled)));
  if (proven === null || isTooLittle(lines, allLabelled, proven)) return null;
  return isMoreThanReduced(allLabelled, proven) ? null : proven;
}

function soleOf<Value>(values: readonly Value[]): Value | null {
  const [value = null, ...others] = new Set(values);
  return others.length === 0 ? value : null;
}

/** Lines below a total in which its payments may stand, and how many of them make it up. */
const linesOfPayments = 12;
const maxPayments = 3;

/**
 * For a total with several readings, or above all labelled payments together: its commonest readings
 * that sums below make up (less a change). If it has several, only lines read in one way count.
 */
function paidBelow(lines: readonly ReadLine[], labelled: LabelledSums): number[] {
  const { lineIndex, sums } = labelled;
  const maxAlike = sums.size === 1 ? Number.POSITIVE_INFINITY : 1;
  const below = lines.slice(lineIndex + 1, lineIndex + 1 + linesOfPayments).flatMap((line) => {
    const kind = sumNamedBy(line);
    const isOther = line.some((reading) => otherTotals.test(asWords(reading)));
    const read = sumsIn(line);
    return (kind === null && isOther) || read.size === 0 || read.size > maxAlike
      ? []
      : [{ kind, read: [...read.keys()] }];
  });
  const changes = below.flatMap(({ kind, read }) => (kind === 'change' ? read : []));
  const payments = below.filter(({ kind }) => kind === null || kind === 'paid');
  const runs = payments.flatMap((_, from) =>
    Array.from({ length: maxPayments }, (_, more) => payments.slice(from, from + more + 1)),
  );
  const paid = new Set(
    runs.flatMap(possibleSums).flatMap((sum) => [sum, ...changes.map((change) => sum - change)]),
  );
  return commonestSums(labelled).filter((sum) => sum > 0 && paid.has(sum));
}

/** The sums of a run of payments: each was read in one or more ways. */
function possibleSums(run: readonly { read: readonly number[] }[]): number[] {
  let sums = [0];
  for (const { read } of run) sums = sums.flatMap((sum) => read.map((amount) => sum + amount));
  return sums;
}

/** On a slanted picture, each label may be beside the sum of the line below. */
function isTooLittle(
  lines: readonly ReadLine[],
  allLabelled: readonly LabelledSums[],
  sum: number,
): boolean {
  const discounts = allLabelled.filter(({ kind }) => kind === 'discount');
  const most = Math.max(0, ...discounts.flatMap(({ sums }) => [...sums.keys()]));
  const item = discounts.length === 0 ? Math.max(0, ...itemSums(lines)) : 0;
  return sum <= most || sum < item;
}

/** A sum after the discount that exceeds the one before it was misread: a mark became a digit. */
function isMoreThanReduced(allLabelled: readonly LabelledSums[], sum: number | null): boolean {
  const before = allLabelled
    .filter(({ kind }) => kind === 'total' || kind === 'gross')
    .flatMap(({ sums }) => [...sums.keys()]);
  const isReduced = allLabelled.some(({ kind }) => kind === 'discount');
  return isReduced && before.length > 0 && (sum ?? 0) > Math.max(...before);
}

/** Less than a kilo costs less than the price of a kilo. */
const unitPrice = /(?<![A-Z])[X×*]\s*(?:R\s?\$\s*)?\d[\d.]*,\d\d\d?/gi;

function itemSums(lines: readonly ReadLine[]): number[] {
  const end = lines.findIndex((line) => sumNamedBy(line) !== null);
  const withoutUnitPrice = (text: string) => text.replaceAll(unitPrice, ' ');
  return lines
    .slice(0, Math.max(end, 0))
    .map(([reading = '']) => lastMoney(withoutUnitPrice(reading)) ?? 0);
}

/** Pale zeros are read as sixes every time; then the items add up to a sum read only once. */
function isItemsTotalUnread(
  lines: readonly ReadLine[],
  allLabelled: readonly LabelledSums[],
  sum: number | null,
): boolean {
  const itemsTotal = totalOfAll(itemSums(lines));
  const isRead = allLabelled.some(({ kind, sums }) => kind !== 'gross' && sums.has(itemsTotal));
  const isReduced = lines.some((line) => sumNamedBy(line) === 'discount');
  return isRead && itemsTotal !== sum && !isReduced;
}

/** All payments together; on crumpled paper, a label may be beside the sum of another line. */
function maxPaidSum(allLabelled: readonly LabelledSums[]): number {
  const paid = allLabelled.filter(({ kind }) => kind === 'paid');
  const most = paid.map(({ sums }) => Math.max(...sums.keys()));
  return paid.length === 0 ? Number.POSITIVE_INFINITY : totalOfAll(most);
}

/** The sum of two items or more, if neither a discount nor a payment contradicts it. */
function candidateOfItems(
  lines: readonly ReadLine[],
  allLabelled: readonly LabelledSums[],
): Candidate[] {
  const items = itemSums(lines).filter((amount) => amount > 0);
  const sum = totalOfAll(items);
  const isReduced = lines.some((line) => sumNamedBy(line) === 'discount');
  const isDenied = allLabelled.some(
    (labelled) => labelled.kind === 'paid' && (undisputedSum(labelled) ?? sum) < sum,
  );
  if (items.length < 2 || isReduced || isDenied) return [];
  const labelled: LabelledSums = {
    kind: 'items',
    lineIndex: lines.length,
    sums: new Map([[sum, 1]]),
  };
  return [{ sum, from: [{ labelled, sum }], isWhole: false }];
}

function candidatesOf(allLabelled: readonly LabelledSums[]): Candidate[] {
  const sumsOfKind = (...kinds: Kind[]): Sum[] =>
    allLabelled
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap((labelled) => commonestSums(labelled).map((sum) => ({ labelled, sum })));
  const discounts = sumsOfKind('discount');
  const changes = sumsOfKind('change');
  const paid = sumsOfKind('paid');
  // Where the total has an item's discount already, what was paid is the same sum, without change.
  const isPaid = (total: number) => changes.length === 0 && paid.some(({ sum }) => sum === total);
  const isReduced = discounts.some(({ sum }) => sum > 0);
  const candidates: Candidate[] = [
    ...sumsOfKind('pay').map((sum) => candidate(sum, { isWhole: true })),
    ...sumsOfKind('total').map((total) =>
      candidate(total, { isWhole: !isReduced || isPaid(total.sum) }),
    ),
    ...paid.map((sum) => candidate(sum, { isWhole: false })),
    ...(isReduced ? [] : sumsOfKind('gross').map((sum) => candidate(sum, { isWhole: false }))),
    ...differences(sumsOfKind('gross', 'total'), discounts),
    ...differences(paid, changes),
  ];
  return candidates.filter(({ sum }) => sum > 0);
}

function candidate(from: Sum, { isWhole }: { isWhole: boolean }): Candidate {
  return { sum: from.sum, from: [from], isWhole };
}

function totalOfAll(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function commonestSums({ sums }: LabelledSums): number[] {
  const most = Math.max(...sums.values());
  return [...sums].flatMap(([sum, readings]) => (readings === most ? sum : []));
}

function differences(sums: readonly Sum[], others: readonly Sum[]): Candidate[] {
  return sums.flatMap((whole) =>
    others
      .filter(({ sum }) => sum > 0)
      .map((part) => ({ sum: whole.sum - part.sum, from: [whole, part], isWhole: true })),
  );
}

function isUndisputed({ labelled, sum }: Sum): boolean {
  return labelled.sums.size === 1 && labelled.sums.has(sum);
}

function undisputedSum({ sums }: LabelledSums): number | null {
  const [only] = sums;
  if (!only || sums.size > 1) return null;
  const [sum, readings] = only;
  return readings >= 2 && sum > 0 ? sum : null;
}

function labelledSumsIn(line: ReadLine, next: ReadLine, lineIndex: number): LabelledSums[] {
  const kind = sumNamedBy(line);
  if (kind === null) return [];
  const own = sumsIn(line);
  // A label may be alone on its line, with its sum on the line below.
  const below = next.filter((reading) => !/[A-Z]/i.test(reading.replace(/R\s?[$S]/i, '')));
  const read = own.size > 0 || sumNamedBy(next) !== null ? own : sumsIn(below);
  return read.size > 0 ? [{ kind, lineIndex, sums: read }] : [];
}

function sumsIn(line: ReadLine): Map<number, number> {
  const sums = new Map<number, number>();
  for (const reading of line) {
    const sum = lastMoney(reading);
    if (sum !== null) sums.set(sum, (sums.get(sum) ?? 0) + 1);
  }
  return withoutTorn(sums);
}

/** Drops sums that are the end of a longer sum which as many readings have. */
function withoutTorn(sums: ReadonlyMap<number, number>): Map<number, number> {
  const isTorn = (sum: number, readings: number) =>
    [...sums].some(
      ([whole, others]) => whole > sum && others >= readings && `${whole}`.endsWith(`${sum}`),
    );
  return new Map([...sums].filter(([sum, readings]) => sum === 0 || !isTorn(sum, readings)));
}

/** Which sum of the whole receipt a line names; null for none, as for taxes and counts. */
export function sumNamedBy(line: ReadLine): Kind | null {
  const readings = line.map(asWords);
  const isIn = ([, label]: (typeof labels)[number]) => readings.some((words) => label.test(words));
  const [ofTable] = tableLabels.find(isIn) ?? [];
  if (ofTable) return ofTable;
  for (const words of readings) {
    const [kind] = labels.find(([, label]) => label.test(words)) ?? [];
    if (kind) return kind !== 'gross' && otherTotals.test(words) ? null : kind;
  }
  return null;
}

function asWords(reading: string): string {
  return reading
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toUpperCase();
}

function lastMoney(text: string): number | null {
  const last = [...text.matchAll(money)].at(-1);
  return last ? Number(`${last[1]?.replaceAll(/\D/g, '')}${last[2] ?? last[3]}`) : null;
}
