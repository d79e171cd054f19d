import { expect, it } from 'vitest';
import { certificateFault } from '../../../../src/rules/campaign/certificates.ts';

const draw = { engineType: 'DRAW', number: 'SPA/MF nº 04.000001/2026' };
const engines = [{ type: 'DRAW' }, { type: 'CASHBACK' }];

it('finds nothing wrong with a certificate for every engine that needs one', () => {
  expect(certificateFault(engines, [draw])).toBeNull();
  expect(certificateFault(engines, [{ ...draw, number: 'SPA/ME Nº 01.012345/2021' }])).toBeNull();
  expect(certificateFault([{ type: 'COLLECT_TO_WIN' }], [])).toBeNull();
});

it('misses the certificate of a draw, and of instant prizes', () => {
  expect(certificateFault(engines, [])).toBe('the engine DRAW has no certificate of authorisation');
  expect(certificateFault([...engines, { type: 'INSTANT_PRIZE' }], [draw])).toBe(
    'the engine INSTANT_PRIZE has no certificate of authorisation',
  );
});

it.each(['04.000001/2026', 'SPA/MF nº 4.1/2026', 'SPA/MF nº 04.000001', ''])(
  'takes %j for no number',
  (number) => {
    expect(certificateFault(engines, [{ ...draw, number }])).toMatch(/is no certificate number/);
  },
);

it('refuses a certificate of another kind', () => {
  expect(certificateFault(engines, [{ ...draw, number: 'SPA/MF nº 05.000001/2026' }])).toBe(
    "certificate 'SPA/MF nº 05.000001/2026' of DRAW should be of kind 01 or 04",
  );
});
