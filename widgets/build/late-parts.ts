import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Views that few campaigns show: a page that shows one fetches it then. */
const parts =
  /\/(?:address-fields|company-sections|consumer-type-choice|field-group-card|poll-section)\.tsx$/;

const mark = '\0late:';
const late = fileURLToPath(new URL('../page/late.ts', import.meta.url));

/** Puts in the place of each such module one that draws its components once they are there. */
export const lateParts: Plugin = {
  name: 'late-parts',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (!parts.test(id) || importer?.startsWith(mark)) return null;
    const found = await this.resolve(id, importer, { skipSelf: true });
    return found && { id: mark + found.id, moduleSideEffects: false };
  },
  async load(id) {
    if (!id.startsWith(mark)) return null;
    const file = id.slice(mark.length);
    const source = await readFile(file, 'utf8');
    const lines = [...source.matchAll(/^export function (\w+)/gm)].map(
      ([, name]) =>
        `export const ${name} = /* @__PURE__ */ late(() => import(${JSON.stringify(file)}).then((part) => part.${name}));`,
    );
    return [`import { late } from ${JSON.stringify(late)};`, ...lines].join('\n');
  },
};
