#!/usr/bin/env node
/**
 * Confere os números da sorte, os prêmios na hora e o sorteio de uma promoção a partir do que ela
 * publica, sem usar nada do programa dela. Precisa só de Node 20.12 ou mais novo:
 *
 *   node verificar.mjs https://endereco-da-promocao      confere o que está publicado agora
 *   node verificar.mjs pasta                             confere summary.json, ledger.jsonl,
 *                                                        numbers.csv e schedule.csv da pasta
 *
 * Uma linha por conferência; termina com 0 se tudo confere, 1 se algo não confere, 2 sem arquivos.
 */
import { hash } from 'node:crypto';
import { createReadStream, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const bytesOf = (part) => (typeof part === 'string' ? Buffer.from(part) : part);
const sha256 = (...parts) => hash('sha256', Buffer.concat(parts.map(bytesOf)), 'buffer');
const hex = (bytes) => bytes.toString('hex');

/* The formats, each written from its description alone. */

/** Hash of an entry of the ledger: position, hash before it, text. */
export function entryHash(position, before, text) {
  return hex(sha256(`ledger/1:${position}:${before}:${text}`));
}

/** Root of a Merkle tree (RFC 9162, 2.1.1) over texts. */
export function merkleRoot(texts) {
  const rootOf = (from, to) => {
    if (to - from === 0) return sha256('');
    if (to - from === 1) return sha256(Uint8Array.of(0), texts[from]);
    let split = 1;
    while (split * 2 < to - from) split *= 2;
    return sha256(Uint8Array.of(1), rootOf(from, from + split), rootOf(from + split, to));
  };
  return hex(rootOf(0, texts.length));
}

/** Root to which a text at a place leads through the nodes of its proof; null for a wrong number of nodes. */
export function provedRoot(text, index, size, proof) {
  const nodes = proof.map((node) => Buffer.from(node, 'hex'));
  const climb = (from, to) => {
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
export function luckyNumbers(key, { seriesQuantity, numbersPerSeries }) {
  const size = seriesQuantity * numbersPerSeries;
  const a = Math.ceil(Math.sqrt(size));
  const b = Math.ceil(size / a);
  const noise = hmacWith(key);
  const message = Buffer.alloc(20);
  message.write('lucky-numbers/1', 'ascii');
  return (position) => {
    let value = position;
    do {
      let [left, right] = [value % a, Math.floor(value / a)];
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
function hmacWith(key) {
  const bytes = Buffer.from(key, 'hex');
  const block = bytes.length > 64 ? sha256(bytes) : bytes;
  const [inner, outer] = [0x36, 0x5c].map((pad) => {
    return Buffer.from(Array.from({ length: 64 }, (_, index) => (block[index] ?? 0) ^ pad));
  });
  return (message) => sha256(outer, sha256(inner, message));
}

/** Prizes of a schedule in the order of their index, each with its moment and what hid it. */
export function scheduledPrizes(seed, { startsAt, endsAt, prizes }) {
  const { start, end } = milliseconds(startsAt, endsAt);
  const keyed = hmacWith(seed);
  const drawn = (name, index) => {
    const place = Buffer.alloc(4);
    place.writeUInt32BE(index);
    return keyed(Buffer.concat([Buffer.from(name), place]));
  };
  return prizes
    .flatMap(({ campaignPrizeId, quantity }) => new Array(quantity).fill(campaignPrizeId))
    .map((campaignPrizeId, index) => {
      const share = drawn('instant-prizes/1', index).readBigUInt64BE();
      const after = Number((share * BigInt(end - start)) >> 64n);
      const moment = new Date(start + after).toISOString();
      return { index, moment, campaignPrizeId, nonce: hex(drawn('instant-prizes/1/nonce', index)) };
    });
}

export function leafText({ index, moment, campaignPrizeId, nonce }) {
  return `instant-prizes/1:${index}:${moment}:${campaignPrizeId}:${nonce}`;
}

export function drawCommitment(key, { seriesQuantity, numbersPerSeries }) {
  return hex(sha256(`lucky-numbers/1:${seriesQuantity}:${numbersPerSeries}:${key}`));
}

export function scheduleCommitment(seed, { startsAt, endsAt, prizes }) {
  const { start, end } = milliseconds(startsAt, endsAt);
  const list = prizes.map(({ campaignPrizeId, quantity }) => `${campaignPrizeId}x${quantity}`);
  return hex(sha256(`instant-prizes/1:${start}:${end}:${list}:${seed}`));
}

/** Number at which the federal lottery's five prizes point. */
export function drawnNumber(federal, { seriesQuantity, numbersPerSeries }) {
  const wanted = `${seriesQuantity - 1}`.length;
  const tens = federal.map((prize) => prize.at(-2)).join('');
  const units = federal.map((prize) => prize.at(-1)).join('');
  return [Number(tens.slice(0, wanted)) % seriesQuantity, Number(units) % numbersPerSeries];
}

/** Numbers in the draw, the nearest to the drawn one first: series before number, above before below. */
export function drawOrder([series, number], inDraw) {
  const away = (value, target) =>
    value >= target ? 2 * (value - target) : 2 * (target - value) + 1;
  return inDraw
    .map((text) => {
      const [itsSeries, itsNumber] = text.split('.').map(Number);
      return { text, far: away(itsSeries, series), near: away(itsNumber, number) };
    })
    .sort((one, other) => one.far - other.far || one.near - other.near)
    .map(({ text }) => text);
}

function shown(series, number) {
  return `${series}.${`${number}`.padStart(5, '0')}`;
}

/** Without an offset a moment is São Paulo's; the last second named still counts. */
function milliseconds(startsAt, endsAt) {
  const time = (text) => Date.parse(/T[\d:.]+$/.test(text) ? `${text}-03:00` : text);
  return { start: time(startsAt), end: Math.floor(time(endsAt) / 1000) * 1000 + 1000 };
}

/* The checks: each returns a sentence, or throws one. */

class Fault extends Error {}

function demand(isTrue, sentence) {
  if (!isTrue) throw new Fault(sentence);
}

/** Follows the ledger entry by entry. Returns the facts in it; throws where the chain breaks. */
export async function readLedger(lines) {
  const facts = {
    position: 0,
    hash: '0'.repeat(64),
    draws: new Map(),
    schedules: new Map(),
    results: [],
  };
  for await (const line of lines) {
    const position = facts.position + 1;
    const here = `o lançamento ${position}`;
    const [, itsPosition, itsHash, text] =
      /^\{"position":(\d+),"hash":"([0-9a-f]{64})","entry":(\{[^\n]*\})\}$/.exec(line) ?? [];
    demand(itsPosition === `${position}`, `${here} não está no formato ou no lugar certo`);
    demand(entryHash(position, facts.hash, text) === itsHash, `${here} não segue o anterior`);
    Object.assign(facts, { position, hash: itsHash });
    const entry = parsed(text);
    demand(position !== 1 || entry.type === 'COMMITMENTS', `${here} não traz os compromissos`);
    apply[entry.type]?.(facts, entry, here);
  }
  demand(facts.position > 0, 'não há lançamentos');
  return facts;
}

const apply = {
  COMMITMENTS(facts, { at, campaign, draws, schedules }, here) {
    demand(facts.position === 1, `${here} repete os compromissos`);
    Object.assign(facts, { at, campaign });
    for (const draw of draws)
      facts.draws.set(draw.engine, { ...draw, numbers: [], places: new Map(), voided: new Map() });
    for (const schedule of schedules) {
      const size = schedule.prizes.reduce((sum, { quantity }) => sum + quantity, 0);
      facts.schedules.set(schedule.engine, { ...schedule, size, won: new Set() });
    }
  },
  NUMBERS_ISSUED(facts, { engine, first, numbers }, here) {
    const draw = facts.draws.get(engine);
    demand(draw && first === draw.numbers.length, `${here} deixa um vão na sequência de números`);
    for (const number of numbers) {
      demand(!draw.places.has(number), `${here} repete o número ${number}`);
      draw.places.set(number, draw.numbers.length);
      draw.numbers.push(number);
    }
  },
  NUMBERS_VOIDED(facts, { at, engine, numbers }, here) {
    const draw = facts.draws.get(engine);
    for (const number of numbers) {
      const place = draw?.places.get(number);
      demand(
        place !== undefined && !draw.voided.has(place),
        `${here} anula ${number}, que não estava valendo`,
      );
      draw.voided.set(place, at);
    }
  },
  PRIZE_WON(facts, { engine, leaf, proof }, here) {
    const schedule = facts.schedules.get(engine);
    demand(
      schedule && !schedule.won.has(leaf.index),
      `${here} entrega duas vezes o prêmio ${leaf.index}`,
    );
    const root = provedRoot(leafText(leaf), leaf.index, schedule.size, proof);
    demand(root === schedule.root, `${here} traz um prêmio que não estava no cronograma`);
    schedule.won.add(leaf.index);
  },
  PRIZE_FREED(facts, { engine, index }, here) {
    demand(
      facts.schedules.get(engine)?.won.delete(index),
      `${here} libera um prêmio que ninguém tinha`,
    );
  },
  SECRETS_REVEALED(facts, { at, draws, schedules }, here) {
    facts.revealedAt = at;
    for (const { engine, key } of draws) {
      const draw = facts.draws.get(engine);
      demand(
        draw && drawCommitment(key, draw) === draw.commitment,
        `${here} revela uma chave que não é a do compromisso`,
      );
      draw.key = key;
    }
    for (const { engine, seed } of schedules) {
      const schedule = facts.schedules.get(engine);
      demand(
        schedule && scheduleCommitment(seed, schedule) === schedule.commitment,
        `${here} revela uma semente que não é a do compromisso`,
      );
      schedule.seed = seed;
    }
  },
  DRAW_MADE(facts, { type: _, ...result }, here) {
    const draw = facts.draws.get(result.engine);
    const target = drawnNumber(result.federal, draw);
    const inDraw = draw.numbers.filter((_number, place) => !draw.voided.has(place));
    const { winners, passedOver } = result;
    const nearest = drawOrder(target, inDraw).slice(0, winners.length + passedOver.length);
    const expected = nearest.filter((number) => !passedOver.includes(number));
    demand(
      shown(...target) === result.drawn,
      `${here} diz ${result.drawn}; a Loteria Federal aponta ${shown(...target)}`,
    );
    demand(
      `${expected}` === `${winners}`,
      `${here} diz que ganharam ${winners}; ganhariam ${expected}`,
    );
    facts.results.push(result);
  },
};

/** Checks that the numbers of each draw follow from its key. Returns how many were checked. */
export function checkSequences({ draws }) {
  let looked = 0;
  for (const { engine, key, numbers, ...space } of draws.values()) {
    demand(key, `a chave do sorteio ${engine} ainda não foi revelada`);
    const numberAt = luckyNumbers(key, space);
    for (const [position, number] of numbers.entries()) {
      const expected = numberAt(position);
      demand(
        number === expected,
        `o número ${position} do sorteio ${engine} é ${number}; a chave dá ${expected}`,
      );
      looked += 1;
    }
  }
  return looked;
}

function* numberLines({ draws }) {
  yield 'engine,counter,number,voided_at';
  for (const [engine, { numbers, voided }] of [...draws].sort(([one], [other]) => one - other)) {
    for (const [place, number] of numbers.entries())
      yield `${engine},${place},${number},${voided.get(place) ?? ''}`;
  }
}

function* scheduleLines({ schedules }) {
  yield 'engine,index,moment,campaign_prize_id,nonce';
  for (const [engine, schedule] of [...schedules].sort(([one], [other]) => one - other)) {
    const prizes = scheduledPrizes(schedule.seed, schedule);
    demand(
      merkleRoot(prizes.map(leafText)) === schedule.root,
      `o cronograma ${engine} não dá a raiz publicada`,
    );
    for (const { index, moment, campaignPrizeId, nonce } of prizes)
      yield [engine, index, moment, campaignPrizeId, nonce].join();
  }
}

/** Compares a list line by line. Returns how many lines it has. */
export async function compareLines(lines, expected) {
  let count = 0;
  for await (const line of lines) {
    const { value, done } = expected.next();
    count += 1;
    demand(!done, `a linha ${count} está a mais`);
    demand(line === value, `a linha ${count} deveria ser ${value}`);
  }
  const { value, done } = expected.next();
  demand(done, `falta a linha ${count + 1}: ${value}`);
  return count;
}

/** Compares the summary with the ledger, member by member. */
export function checkSummary(text, facts) {
  const given = parsed(text);
  const { position, hash, at, campaign, revealedAt = null, draws, schedules, results } = facts;
  const expected = {
    campaignId: campaign,
    phase: ['not-published', 'not-started', 'open', 'over'].find((phase) => phase === given.phase),
    committedAt: at,
    revealedAt,
    ledger: { position, hash },
    draws: [...draws.values()].map(({ numbers, places, voided, key = null, ...draw }) => {
      const issued = new Array(draw.seriesQuantity).fill(0);
      for (const number of numbers) issued[Number(number.split('.')[0])] += 1;
      return { ...draw, issued, voided: voided.size, key };
    }),
    schedules: [...schedules.values()].map(({ size, won, seed = null, ...schedule }) => ({
      ...schedule,
      total: size,
      left: size - won.size,
      seed,
    })),
    results,
  };
  const different = difference(given, expected, 'resumo');
  demand(!different, `${different} não é o que o registro conta`);
  demand(JSON.stringify(given) === text, 'o texto tem algo a mais');
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault('o texto não é JSON');
  }
}

function difference(given, expected, path) {
  if (Object.is(given, expected)) return null;
  if (![given, expected].every((value) => value && typeof value === 'object')) return path;
  for (const name of new Set([...Object.keys(given), ...Object.keys(expected)])) {
    const found = difference(given[name], expected[name], `${path}.${name}`);
    if (found) return found;
  }
  return null;
}

/* The files. */

/** Thrown for what is not published yet. */
class Later extends Error {}

async function* linesOf(chunks) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop();
    yield* parts;
  }
  rest += decoder.decode();
  if (rest) yield rest;
}

async function* first(count, lines) {
  for await (const line of lines) {
    if (count-- <= 0) return;
    yield line;
  }
}

/** Returns a function that opens a published file by its name. */
function opener(source) {
  if (!/^https?:/.test(source)) return async (name) => createReadStream(join(source, name));
  return async (name, version = '') => {
    const path =
      name === 'summary.json' ? '/api/transparency' : `/api/transparency/${name}?${version}`;
    const answer = await fetch(new URL(path, source));
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    return answer.body;
  };
}

/**
 * Makes every check, one after another.
 * @param open opens a published file by its name, as chunks of bytes
 * @param isGrowing the ledger may have grown since the summary was read
 */
export async function* verify(open, isGrowing = false) {
  const check = async (name, work) => {
    try {
      return { name, verdict: 'confere', sentence: await work() };
    } catch (error) {
      const verdict = error instanceof Later ? 'ainda não' : 'NÃO CONFERE';
      if (verdict === 'ainda não' || error instanceof Fault) {
        return { name, verdict, sentence: error.message };
      }
      throw error;
    }
  };
  let summary = '';
  for await (const line of linesOf(await open('summary.json'))) summary += line;
  const head = headOf(summary);
  let facts;
  yield check('Registro', async () => {
    const lines = linesOf(await open('ledger.jsonl', head.hash));
    facts = await readLedger(isGrowing ? first(head.position, lines) : lines);
    return `${facts.position} lançamentos encadeados até ${facts.hash}`;
  });
  if (!facts) return;
  yield check('Resumo', () => {
    checkSummary(summary, facts);
    return 'compromissos e contagens são os do registro';
  });
  const revealed = (sentence, work) => () => {
    if (!facts.revealedAt) throw new Later(sentence);
    return work();
  };
  yield check(
    'Números da sorte',
    revealed('as chaves são reveladas depois do encerramento', () => {
      return `${checkSequences(facts)} números saem das chaves dos compromissos, na ordem`;
    }),
  );
  yield check(
    'Lista de números',
    revealed('é publicada depois do encerramento', async () => {
      const lines = linesOf(await open('numbers.csv', head.hash));
      return `${await compareLines(lines, numberLines(facts))} linhas, como no registro`;
    }),
  );
  yield check(
    'Cronograma',
    revealed('é publicado depois do encerramento', async () => {
      const lines = linesOf(await open('schedule.csv', head.hash));
      const count = await compareLines(lines, scheduleLines(facts));
      return `${count} linhas saem das sementes dos compromissos e dão as raízes publicadas`;
    }),
  );
  yield check('Sorteio', () => {
    if (facts.results.length === 0) throw new Later('não foi realizado');
    return facts.results
      .map(({ federal, winners }) => `${federal.join(' ')} dá ${winners.join(', ') || 'ninguém'}`)
      .join('; ');
  });
}

/** Where the summary says that the ledger ends; the summary has its own check. */
function headOf(summary) {
  const found = /"ledger":\{"position":(\d+),"hash":"([^"]*)"/.exec(summary) ?? [];
  return { position: Number(found[1] ?? 0), hash: found[2] ?? '' };
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const [source] = process.argv.slice(2);
  try {
    if (!source) throw new Error('Uso: node verificar.mjs <endereço da promoção ou pasta>');
    for await (const { name, verdict, sentence } of verify(
      opener(source),
      /^https?:/.test(source),
    )) {
      process.stdout.write(`${verdict.padEnd(12)}${name}: ${sentence}\n`);
      if (verdict === 'NÃO CONFERE') process.exitCode = 1;
    }
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
