import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/** Makes Gabarito's subset (OFL 1.1). After an update of the font: `node src/ui/fonts/subset.ts` */
const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => index + 32));
const accented = 'ÀÁÂÃÄÇÈÉÊËÌÍÏÑÒÓÔÕÖÙÚÜ';
const signs = '\u00a0ßªº°§©®«»–—‘’“”•…·×−€¹²³½';

const source = createRequire(import.meta.url).resolve(
  '@fontsource-variable/gabarito/files/gabarito-latin-wght-normal.woff2',
);
const font = await subsetFont(
  await readFile(source),
  ascii + accented + accented.toLowerCase() + signs,
  { targetFormat: 'woff2' },
);
await writeFile(new URL('gabarito.woff2', import.meta.url), font);
