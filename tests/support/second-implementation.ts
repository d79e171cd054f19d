/**
 * The formats of numbers, schedules, trees, chain, owners and draw, written from their descriptions alone,
 * without any of the site's code: what the tests hold the rules against.
 */
import { hash } from 'node:crypto';

const bytesOf = (part: string | Uint8Array) =>
  typeof part === 'string' ? Buffer.from(part) : part;
const sha256 = (...parts: (string | Uint8Array)[]): Buffer =>
  hash('sha256', Buffer.concat(parts.map(bytesOf)), 'buffer');
const hex = (bytes: Buffer) => bytes.toString('hex');

interface Space {
  seriesQuantity: number;
  numbersPerSeries: number;
}

interface Schedule {
  startsAt: string;
  endsAt: string;
  prizes: readonly { campaignPrizeId: number; quantity: number }[];
}

interface Leaf {
  index: number;
  moment: string;
  campaignPrizeId: number | string;
  nonce: string;
}

/** Hash of an entry of a ledger from before it was a tree: position, hash before it, text. */
export function entryHash(position: number, before: string, text: string): string {
  return hex(sha256(`ledger/1:${position}:${before}:${text}`));
}

/** A person in one engine: half of a SHA-256, in hexadecimal. */
export function personIn(engine: number, pseudonym: string): string {
  return hex(sha256(`person/1:${engine}:${pseudonym}`)).slice(0, 32);
}

/** The owner of a receipt's numbers, hidden until person and nonce are revealed. */
export function ownerOf({ person, nonce }: { person: string; nonce: string }): string {
  return hex(sha256(`owner/1:${person}:${nonce}`));
}

/** Root of a Merkle tree (RFC 9162, 2.1.1) over texts. */
export function merkleRoot(texts: readonly string[]): string {
  const rootOf = (from: number, to: number): Buffer => {
    if (to - from === 0) return sha256('');
    if (to - from === 1) return sha256(Uint8Array.of(0), texts[from] ?? '');
    let split = 1;
    while (split * 2 < to - from) split *= 2;
    return sha256(Uint8Array.of(1), rootOf(from, from + split), rootOf(from + split, to));
  };
  return hex(rootOf(0, texts.length));
}

/** Root to which a text at a place leads through the nodes of its proof; null for a wrong number of nodes. */
export function provedRoot(
  text: string,
  index: number,
  size: number,
  proof: readonly string[],
): string | null {
  const nodes = proof.map((node) => Buffer.from(node, 'hex'));
  const climb = (from: number, to: number): Buffer | null => {
    if (to - from === 1) return sha256(Uint8Array.of(0), text);
    let split = 1;
    while (split * 2 < to - from) split *= 2;
    const isLeft = index < from + split;
    const below = isLeft ? climb(from, from + split) : climb(from + split, to);
    const beside = nodes.shift();
    if (!below || !beside) return null;
    return isLeft
      ? sha256(Uint8Array.of(1), below, beside)
      : sha256(Uint8Array.of(1), beside, below);
  };
  if (!(index >= 0 && index < size)) return null;
  const root = climb(0, size);
  return root && nodes.length === 0 ? hex(root) : null;
}

/**
 * Lucky numbers of a draw by their position in its sequence: a Feistel network of ten rounds, walked
 * along its cycle.
 */
export function luckyNumbers(key: string, { seriesQuantity, numbersPerSeries }: Space) {
  const size = seriesQuantity * numbersPerSeries;
  const a = Math.ceil(Math.sqrt(size));
  const b = Math.ceil(size / a);
  const noise = hmacWith(key);
  const message = Buffer.alloc(20);
  message.write('lucky-numbers/1', 'ascii');
  return (position: number): string => {
    let value = position;
    do {
      let [left, right]: [number, number] = [value % a, Math.floor(value / a)];
      for (let round = 1; round <= 10; round += 1) {
        message.writeUInt8(round, 15);
        message.writeUInt32BE(right, 16);
        const added = noise(message).readUIntBE(0, 6);
        [left, right] = [right, (left + added) % (round % 2 ? a : b)];
      }
      value = a * right + left;
    } while (value >= size);
    return shown(Math.floor(value / numbersPerSeries), value % numbersPerSeries);
  };
}

/** HMAC-SHA-256 (RFC 2104) under a key in hexadecimal. */
function hmacWith(key: string) {
  const bytes = Buffer.from(key, 'hex');
  const block = bytes.length > 64 ? sha256(bytes) : bytes;
  const padded = (pad: number) =>
    Buffer.from(Array.from({ length: 64 }, (_, index) => (block[index] ?? 0) ^ pad));
  const [inner, outer] = [padded(0x36), padded(0x5c)];
  return (message: Uint8Array) => sha256(outer, sha256(inner, message));
}

/** Prizes of a schedule in the order of their index, each with its moment and what hid it. */
export function scheduledPrizes(seed: string, { startsAt, endsAt, prizes }: Schedule): Leaf[] {
  const { start, end } = milliseconds(startsAt, endsAt);
  const keyed = hmacWith(seed);
  const drawn = (name: string, index: number) => {
    const position = Buffer.alloc(4);
    position.writeUInt32BE(index);
    return keyed(Buffer.concat([Buffer.from(name), position]));
  };
  return prizes
    .flatMap(({ campaignPrizeId, quantity }) => new Array<number>(quantity).fill(campaignPrizeId))
    .map((campaignPrizeId, index) => {
      const share = drawn('instant-prizes/1', index).readBigUInt64BE();
      const after = Number((share * BigInt(end - start)) >> 64n);
      const moment = new Date(start + after).toISOString();
      return { index, moment, campaignPrizeId, nonce: hex(drawn('instant-prizes/1/nonce', index)) };
    });
}

export function leafText({ index, moment, campaignPrizeId, nonce }: Leaf): string {
  return `instant-prizes/1:${index}:${moment}:${campaignPrizeId}:${nonce}`;
}

export function drawCommitment(key: string, { seriesQuantity, numbersPerSeries }: Space): string {
  return hex(sha256(`lucky-numbers/1:${seriesQuantity}:${numbersPerSeries}:${key}`));
}

export function scheduleCommitment(seed: string, { startsAt, endsAt, prizes }: Schedule): string {
  const { start, end } = milliseconds(startsAt, endsAt);
  const list = prizes.map(({ campaignPrizeId, quantity }) => `${campaignPrizeId}x${quantity}`);
  return hex(sha256(`instant-prizes/1:${start}:${end}:${list}:${seed}`));
}

/** Number at which the federal lottery's five prizes point. */
export function drawnNumber(
  federal: readonly string[],
  { seriesQuantity, numbersPerSeries }: Space,
): [series: number, number: number] {
  const wanted = `${seriesQuantity - 1}`.length;
  const tens = federal.map((prize) => prize.at(-2)).join('');
  const units = federal.map((prize) => prize.at(-1)).join('');
  return [Number(tens.slice(0, wanted)) % seriesQuantity, Number(units) % numbersPerSeries];
}

/** Numbers in the draw, the nearest to the drawn one first: series before number, above before below. */
export function drawOrder(
  [series, number]: readonly [series: number, number: number],
  inDraw: readonly string[],
): string[] {
  const away = (value: number, target: number) =>
    value >= target ? 2 * (value - target) : 2 * (target - value) + 1;
  return inDraw
    .map((text) => {
      const [itsSeries = 0, itsNumber = 0] = text.split('.').map(Number);
      return { text, far: away(itsSeries, series), near: away(itsNumber, number) };
    })
    .sort((a, b) => a.far - b.far || a.near - b.near)
    .map(({ text }) => text);
}

type Entry = Record<string, unknown> & { type: string };
type Issued = { owner?: string; consumer?: string };
interface Draw {
  engine: number;
  drawn: string;
  people?: Record<string, { person: string; nonce: string }> | undefined;
}
interface Rules {
  prizes: unknown[];
  alternates: number;
  maxRewardsByConsumer: number | null;
}

/** Who has the places of a draw, from the log alone; throws where a person that it needs is not shown. */
export function drawnPlaces(entries: readonly Entry[], draw: Draw) {
  const opening = entries.find(({ type }) => type === 'COMMITMENTS') as unknown as
    | { draws: [{ rules: Rules }] }
    | undefined;
  if (!opening) throw new Error('The log commits to nothing');
  const { prizes, alternates, maxRewardsByConsumer: maximum } = opening.draws[0].rules;
  const issued = listInDraw(entries);
  const personOf = (number: string): string => {
    const { owner, consumer } = issued.get(number) ?? {};
    if (consumer) return personIn(draw.engine, consumer);
    const shownAs = draw.people?.[number];
    if (!shownAs || ownerOf(shownAs) !== owner) throw new Error(`${number} is hidden`);
    return shownAs.person;
  };
  const [series = 0, number = 0] = draw.drawn.split('.').map(Number);
  const [places, passedOver]: [string[], string[]] = [[], []];
  for (const each of drawOrder([series, number], [...issued.keys()])) {
    if (places.length === prizes.length + alternates) break;
    const isOver = maximum !== null && ownPlaces(places, personOf, each) >= maximum;
    (isOver ? passedOver : places).push(each);
  }
  const winners = places.slice(0, prizes.length);
  winners.forEach(personOf);
  return { winners, alternates: places.slice(prizes.length), passedOver };
}

/** The numbers that count, each with the entry that issued it. */
function listInDraw(entries: readonly Entry[]): Map<string, Issued> {
  const list = new Map<string, Issued>();
  const frozen = entries.findIndex(({ type }) => type === 'LIST_FROZEN');
  for (const entry of entries.slice(0, frozen)) {
    const { numbers } = entry as unknown as { numbers: string[] };
    if (entry.type === 'NUMBERS_ISSUED')
      for (const each of numbers) list.set(each, entry as Issued);
    if (entry.type === 'NUMBERS_VOIDED') for (const each of numbers) list.delete(each);
  }
  return list;
}

function ownPlaces(
  places: readonly string[],
  personOf: (number: string) => string,
  number: string,
): number {
  const person = personOf(number);
  return places.filter((other) => personOf(other) === person).length;
}

function shown(series: number, number: number): string {
  return `${series}.${`${number}`.padStart(5, '0')}`;
}

/** Without an offset a moment is São Paulo's; the last second named still counts. */
function milliseconds(startsAt: string, endsAt: string) {
  const time = (text: string) => Date.parse(/T[\d:.]+$/.test(text) ? `${text}-03:00` : text);
  return { start: time(startsAt), end: Math.floor(time(endsAt) / 1000) * 1000 + 1000 };
}
