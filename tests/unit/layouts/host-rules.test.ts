import { expect, test } from 'vitest';
import { hostHeaders } from '../../../src/layouts/host-rules.ts';

const headers = hostHeaders(['/', '/faq', '/quadro/entrar'], ['https://loja.example']);

/** What the rule of a path says. */
function ruleOf(path: string): string {
  const rules = headers.split(/^(?=\/)/m).filter((rule) => rule.startsWith(`${path}\n`));
  expect(rules).toHaveLength(1);
  return rules[0] ?? '';
}

test.each(['/', '/faq', '/atendimento/*'])('%s stands in no frame of others', (path) => {
  expect(ruleOf(path)).toContain("Content-Security-Policy: frame-ancestors 'self';");
});

test('framed pages stand in those of the embedders, by one rule', () => {
  expect(ruleOf('/quadro/*')).toContain("frame-ancestors 'self' https://loja.example;");
  expect(headers).not.toContain('/quadro/entrar');
  expect(ruleOf('/*')).not.toContain('Content-Security-Policy');
});
