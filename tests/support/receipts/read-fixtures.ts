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
