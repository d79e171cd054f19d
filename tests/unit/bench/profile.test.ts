import { expect, test } from 'vitest';
import { hottest } from '../../bench/gateway/profile.ts';

const ours = new URL('../../../src/rules/money.ts', import.meta.url).href;

test('a profile says where the busy time went, native functions under who called them', () => {
  const frame = (functionName: string, url = '') => ({ functionName, url });
  const functions = hottest({
    nodes: [
      { id: 1, callFrame: frame('(root)'), children: [2, 3, 4] },
      { id: 2, callFrame: frame('(idle)') },
      { id: 3, callFrame: frame('addUp', ours) },
      { id: 4, callFrame: frame('send', 'node:net'), children: [5] },
      { id: 5, callFrame: frame('writev') },
      { id: 6, callFrame: frame('parse', 'file:///x/node_modules/@scope/name/index.js') },
    ],
    samples: [2, 3, 5, 3, 6],
    timeDeltas: [1000, 30, 30, 20, 20],
  });
  expect(functions).toEqual([
    { name: 'addUp (src/rules/money.ts)', share: 0.5 },
    { name: 'writev (node:net)', share: 0.3 },
    { name: 'parse (@scope/name)', share: 0.2 },
  ]);
});
