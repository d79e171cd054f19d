import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getTransparencyEndpoint } from '../../../../src/contract/transparency.ts';
import { ListLineError } from '../../../../src/features/transparency/repeat-draw.ts';
import {
  $ownNumber,
  $published,
  $repeatedDraw,
  $verification,
  clearFiles,
  drawFormConfig,
  heavyMegabytes,
  laterSentences,
  openTransparency,
  resultOf,
  startVerification,
  stopVerification,
  takeFile,
} from '../../../../src/features/transparency/transparency.store.ts';
import type { Check } from '../../../../src/rules/verification/check-result.ts';
import { startFastTime, stopFastTime } from '../../../support/fast-time.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';

const gateway = await gatewayOfFile();
let host: TestHost;
let workers: EventTarget[];

/** Node has none; this one waits until the test answers for it. */
class SilentWorker extends EventTarget {
  constructor() {
    super();
    workers.push(this);
  }

  postMessage() {}

  terminate() {
    workers = workers.filter((worker) => worker !== this);
  }
}

beforeEach(() => {
  host = openHost(gateway);
  workers = [];
  vi.stubGlobal('window', { location: { origin: 'http://127.0.0.1:4321' } });
  vi.stubGlobal('Worker', SilentWorker);
});
afterEach(() => {
  stopVerification();
  stopFastTime();
  vi.unstubAllGlobals();
});

const check = (subject: Check['subject'], verdict: Check['verdict'], sentence = ''): Check => ({
  subject,
  name: subject,
  verdict,
  sentence,
});

test('a number that is not in the log is not found, which is no fault of what is published', () => {
  const log = check('log', 'right');
  const result = (...checks: Check[]) => resultOf({ checks, ownLists: [] });
  expect(result(log, check('draw', 'later'))).toBe('right');
  expect(result(log, check('ownNumber', 'wrong'))).toBe('number-not-found');
  expect(result(log, check('ownNumber', 'wrong'), check('counts', 'wrong'))).toBe('wrong');
  expect(result(check('log', 'wrong'))).toBe('wrong');
});

test('a list of the visitor’s own that differs is no fault of what is published, unless more is wrong', () => {
  const differs = { ...check('numberList', 'wrong'), line: 3 };
  const own = (...checks: Check[]) => resultOf({ checks, ownLists: ['numbers'] });
  expect(own(differs)).toBe('own-list-differs');
  expect(own(differs, check('ownNumber', 'wrong'))).toBe('own-list-differs');
  expect(own(differs, check('counts', 'wrong'))).toBe('wrong');
  expect(own(differs, { ...check('schedule', 'wrong'), line: 3 })).toBe('wrong');
  expect(own(check('numberList', 'right'))).toBe('right');
  expect(resultOf({ checks: [differs], ownLists: ['schedule'] })).toBe('wrong');
  const root = check('schedule', 'wrong', 'O cronograma 1 não dá a raiz publicada.');
  expect(resultOf({ checks: [root], ownLists: ['schedule'] }), 'whatever the file').toBe('wrong');
});

test('a verification knows which lists are the visitor’s own, also after they were let go', async () => {
  takeFile(new File(['x'], 'numbers.csv'));
  await startVerification();
  clearFiles();
  expect($verification.get()).toMatchObject({ state: 'running', ownLists: ['numbers'] });
});

test('what has to wait is counted before the end, and after it named', () => {
  const own = check('evidence', 'later', 'Uma nota sua entra no registro até amanhã.');
  const draw = check('draw', 'later', 'O sorteio ainda não foi realizado.');
  const lists = (['numbers', 'numberList', 'schedule'] as const).map((subject) =>
    check(subject, 'later', 'Dá para conferir depois do encerramento da promoção.'),
  );
  const log = check('log', 'right');
  expect(laterSentences([log, own, ...lists, draw])).toEqual([
    'Mais 4 conferências depois do encerramento, com as listas completas e o sorteio',
    own.sentence,
  ]);
  expect(laterSentences([log, ...lists])).toEqual([
    'Mais 3 conferências depois do encerramento, com as listas completas',
  ]);
  expect(laterSentences([log, own, draw])).toEqual([draw.sentence, own.sentence]);
  expect(laterSentences([log])).toEqual([]);
});

test('a verification that is stopped while the summary is on its way never begins', async () => {
  const stopped = startVerification();
  stopVerification();
  const repeated = startVerification();
  await Promise.all([stopped, repeated]);
  expect(workers).toHaveLength(1);
  expect($verification.get()).toEqual({
    state: 'running',
    checks: [],
    ownLists: [],
    current: null,
  });
});

test('a verification that is stopped does not fail later', async () => {
  startFastTime('setTimeout', 'clearTimeout');
  host.interruptions.push('no connection', 'no connection', 'no connection');
  const stopped = startVerification();
  stopVerification();
  await stopped;
  expect($verification.get()).toEqual({ state: 'idle' });
});

describe('a number in the address', () => {
  const open = () => openTransparency('?numero=4.50153');

  const summaryOfSize = (size: number) =>
    host.intercept('GET /transparency', async (_request, send) => {
      const summary = await (await send()).json();
      const [origin, , ...rest] = summary.checkpoint.split('\n');
      return Response.json({ ...summary, checkpoint: [origin, size, ...rest].join('\n') });
    });

  test('is checked at once while that takes a small download', async () => {
    await open();
    expect(workers).toHaveLength(1);
  });

  test('waits for a press, which says how large the download is, once the log has grown', async () => {
    summaryOfSize(300_000);
    await open();
    expect(workers).toHaveLength(0);
    expect($ownNumber.get()).toBe('4.50153');
    const published = $published.get();
    expect(published.state === 'loaded' && heavyMegabytes(published.value)).toBe(60);
  });

  test('waits for a press on a device that saves data', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    await open();
    expect(workers).toHaveLength(0);
  });
});

test('a draw that is made again names its engine, as a promotion may have several', async () => {
  const { body: summary } = await gateway.call(getTransparencyEndpoint);
  const [draw] = summary.draws;
  if (!draw) throw new Error('The campaign has a draw');
  const form = drawFormConfig(summary, { ...draw, engine: 109 });
  const drawn = form.submit({ federal: '12345 67890 11121 31415 92653' });
  const result = { target: '4.50153', nearest: [], inDraw: 0 };
  workers[0]?.dispatchEvent(new MessageEvent('message', { data: { step: 'drawn', result } }));
  await drawn;
  expect($repeatedDraw.get()).toEqual({ engine: 109, ...result });
});

test('a line of another format is named; an error that no reader understands is not shown', async () => {
  const { body: summary } = await gateway.call(getTransparencyEndpoint);
  const [draw] = summary.draws;
  if (!draw) throw new Error('The campaign has a draw');
  const { explain } = drawFormConfig(summary, draw);
  expect(explain(new ListLineError(2))).toEqual(['A linha 2 não é da lista.']);
  const unreadable = 'Não foi possível ler os arquivos publicados. Tente de novo em instantes.';
  expect(explain(new RangeError('Five prizes cannot draw from 1 × 9'))).toEqual([unreadable]);
});

test('stopping ends the worker, and what it still says counts no more', async () => {
  await startVerification();
  const [worker] = workers;
  stopVerification();
  worker?.dispatchEvent(new MessageEvent('message', { data: { step: 'ended' } }));
  expect(workers).toEqual([]);
  expect($verification.get()).toEqual({ state: 'idle' });
});
