import { expect, it } from 'vitest';
import { certificateProblem } from '../../../src/campaign/checks/certificates.ts';

const draw = { engineType: 'DRAW', number: 'SPA/MF nº 04.000001/2026' };
const engines = [{ type: 'DRAW' }, { type: 'CASHBACK' }];

it('a certificate for every engine that needs one has no fault', () => {
  expect(certificateProblem(engines, [draw])).toBeNull();
  expect(certificateProblem(engines, [{ ...draw, number: 'SPA/ME Nº 01.012345/2021' }])).toBeNull();
  expect(certificateProblem([{ type: 'COLLECT_TO_WIN' }], [])).toBeNull();
});

it('a draw or instant prizes without a certificate are a fault', () => {
  expect(certificateProblem(engines, [])).toBe(
    'the engine DRAW has no certificate of authorisation',
  );
  expect(certificateProblem([...engines, { type: 'INSTANT_PRIZE' }], [draw])).toBe(
    'the engine INSTANT_PRIZE has no certificate of authorisation',
  );
});

it.each(['04.000001/2026', 'SPA/MF nº 4.1/2026', 'SPA/MF nº 04.000001', ''])(
  'the text %j is no certificate number',
  (number) => {
    expect(certificateProblem(engines, [{ ...draw, number }])).toMatch(/is no certificate number/);
  },
);

it('a certificate of another kind is a fault', () => {
  expect(certificateProblem(engines, [{ ...draw, number: 'SPA/MF nº 05.000001/2026' }])).toBe(
    "certificate 'SPA/MF nº 05.000001/2026' of DRAW should be of kind 01 or 04",
  );
});
