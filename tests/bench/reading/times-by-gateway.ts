import { openOcr } from '../../../src/gateway/services/ocr/ocr.ts';
import { readFixtures } from '../../support/receipts/read-fixtures.ts';
import type { Figure } from '../figure.ts';
import { median, rounded } from '../median.ts';
import { children, mostResident } from './most-resident.ts';

/** How long the gateway takes over every third of the committed pictures that it can read. */
export async function measureTimesByGateway(): Promise<Figure[]> {
  const fixtures = readFixtures().filter(
    ({ file, server }) => server?.number && file.endsWith('.jpg'),
  );
  const sample = fixtures.filter((_, place) => place % 3 === 0);
  const before = children();
  const ocr = openOcr({ maxProcesses: 1, readingMs: 60_000 });
  const times: number[] = [];
  let memory = 0;
  try {
    for (const { file, bytes, server } of sample) {
      const started = performance.now();
      const { number } = await ocr.read(bytes, 'image/jpeg', AbortSignal.timeout(60_000));
      times.push(performance.now() - started);
      if (number !== server?.number) throw new Error(`The gateway misread ${file}`);
      const own = children().filter((id) => !before.includes(id));
      memory = Math.max(memory, ...own.map(mostResident));
    }
  } finally {
    await ocr.close();
  }
  const figure = (what: string, unit: string, value: number): Figure => ({
    area: 'Reading',
    name: `by the gateway: ${what}`,
    value: rounded(value),
    unit,
    how: `${sample.length} of the committed receipts, one process`,
  });
  return [
    figure('median', 'ms', median(times)),
    figure('slowest', 'ms', Math.max(...times)),
    figure('most memory of its process', 'MB', memory),
  ];
}
