import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it("the hint's text is the one that a theme guarantees on the colour below it, dark on white in a warning", () => {
  const rules = readFileSync('src/features/receipts/camera/viewfinder.css', 'utf8').split('}');
  const [usual, warning, ...others] = rules.filter((rule) => /--look: var/.test(rule));
  expect(others).toEqual([]);
  expect(usual).toContain(
    '--look: var(--primary);\n  --hint: var(--look);\n  --on-hint: var(--on-primary);',
  );
  expect(warning).toContain('--hint: #fff;\n  --on-hint: var(--camera);');
  const hint = rules.find((rule) => rule.includes('.viewfinder-hint {'));
  expect(hint).toContain('background: var(--hint);');
  expect(hint).toContain('color: var(--on-hint);');
});
