import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('no rule makes a formatter before it is needed: a page would wait for it', async () => {
  vi.stubGlobal('Intl', {});
  const rules = import.meta.glob('../../../src/rules/**/*.ts');
  expect(Object.keys(rules).length).toBeGreaterThan(30);
  for (const [path, load] of Object.entries(rules))
    await expect(load(), path).resolves.toBeDefined();
});
