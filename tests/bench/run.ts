import { writeFile } from 'node:fs/promises';
import budgets from './budgets.json' with { type: 'json' };
import { measureChaos } from './chaos.ts';
import { measureRestarts } from './database-restart.ts';
import { measureDraws } from './draw.ts';
import { measureHistories } from './histories.ts';
import { measureLoad } from './load.ts';
import { measureReading } from './reading.ts';
import { measureSizes, measureWidgets } from './sizes.ts';
import { measureStartUp } from './start-up.ts';
import { measureNumbers, measureVerification } from './transparency.ts';

const startUp = await measureStartUp();
const sizes = measureSizes();
const widgets = measureWidgets();
const reading = await measureReading();
const numbers = measureNumbers();
const verifying = await measureVerification();
const draws = await measureDraws();
const loads = await measureLoad();
const histories = await measureHistories();
const chaos = await measureChaos();
const restarts = await measureRestarts();

console.log('\nBrotli bytes');
console.table(sizes);
console.table(widgets);
console.log('\nMilliseconds from npm start to ready');
console.table(startUp);
console.log('\nReading receipts');
console.dir(reading, { depth: null });
console.log('\nA million lucky numbers: given out, and checked (seconds of CPU)');
console.dir({ numbers, verifying });
console.log('\nDraws');
console.table(draws);
console.log('\nCalls per second at saturation, and the milliseconds they take then');
console.table(loads);
console.log('\nWhat four gateways answered at the same time');
console.dir(histories, { depth: null });
console.log('\nFour gateways killed at random under load');
console.dir(chaos, { depth: null });
console.log('\nReceipts while PostgreSQL stops and starts');
console.dir(restarts, { depth: null });
const measures = {
  budgets,
  sizes,
  widgets,
  startUp,
  reading,
  numbers,
  verifying,
  draws,
  loads,
  histories,
  chaos,
  restarts,
};
await writeFile('bench.json', `${JSON.stringify(measures, null, 2)}\n`);
process.exit(histories.violations.length + chaos.violations.length > 0 ? 1 : 0);
