import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it("the hint's text is the one that a theme guarantees on the colour below it", () => {
  const rules = readFileSync('src/features/receipts/camera/viewfinder.css', 'utf8').split('}');
  const fields = rules.flatMap((rule) => /--look: var\(--(\w+)\);/.exec(rule)?.[1] ?? []);
  const texts = rules.flatMap((rule) => /--on-look: var\(--on-(\w+)\);/.exec(rule)?.[1] ?? []);
  expect(fields).toEqual(['primary', 'accent']);
  expect(texts).toEqual(fields);
  const hint = rules.find((rule) => rule.includes('.viewfinder-hint {'));
  expect(hint).toContain('background: var(--look);');
  expect(hint).toContain('color: var(--on-look);');
});
