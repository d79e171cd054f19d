import { writeFile } from 'node:fs/promises';
import budgets from './budgets.json' with { type: 'json' };
import { measureReading } from './reading.ts';
import { measureSizes } from './sizes.ts';
import { measureStartUp } from './start-up.ts';

const startUp = await measureStartUp();
const sizes = measureSizes();
const reading = await measureReading();

console.log('\nBrotli bytes');
console.table(sizes);
console.log('\nMilliseconds from npm start to ready');
console.table(startUp);
console.log('\nReading receipts');
console.dir(reading, { depth: null });
await writeFile('bench.json', `${JSON.stringify({ budgets, sizes, startUp, reading }, null, 2)}\n`);
