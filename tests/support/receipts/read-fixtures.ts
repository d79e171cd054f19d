import { readdirSync, readFileSync } from 'node:fs';
import { fixtureFolder, type ReceiptFixture } from './fixtures.ts';

export interface LoadedFixture extends ReceiptFixture {
  bytes: Buffer;
}

/** Every committed receipt with its expected values, in the order of the names. */
export function readFixtures(): LoadedFixture[] {
  return readdirSync(fixtureFolder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => {
      const fixture: ReceiptFixture = JSON.parse(
        readFileSync(new URL(name, fixtureFolder), 'utf8'),
      );
      return { ...fixture, bytes: readFileSync(new URL(fixture.file, fixtureFolder)) };
    });
}

/**
 * Their print is like that of the rest, and costs seconds each: tests only look for their codes, and
 * the bench measures how well print is read in every condition.
 */
const lookedThrough = [
  'bar-code.jpg',
  'blurred.jpg',
  'exif-rotated.jpg',
  'jpeg-20.jpg',
  'rotated-7.jpg',
  'screenshot.png',
  'skewed.jpg',
  'straight.jpg',
  'two-codes.jpg',
  'uneven-light.jpg',
  'without-qr.jpg',
];

/** Fixtures that the server's reader reads whole, or in which tests look for a code. */
export function fixturesForServer(): { whole: LoadedFixture[]; codeAlone: LoadedFixture[] } {
  const forServer = readFixtures().filter(({ server }) => server);
  const { whole = [], codeAlone = [] } = Object.groupBy(forServer, ({ file }) =>
    lookedThrough.includes(file) ? 'codeAlone' : 'whole',
  );
  return { whole, codeAlone };
}
