import { expect, test } from 'vitest';
import { refuseFields } from '../../../src/gateway/refusal.ts';
import type { FieldViolation, ReceiptViolation } from '../../../src/rules/violation.ts';

const tooLarge: FieldViolation<ReceiptViolation> = { field: 'imageBase64', violation: 'FILE_SIZE' };

test.each([
  ['TOO_LARGE', [tooLarge]],
  ['INVALID_REQUEST', [tooLarge, { field: 'cnpj', violation: 'REQUIRED' }]],
  ['INVALID_REQUEST', []],
] as const)(
  'a refusal says TOO_LARGE only where nothing but a file is wrong: %s for %j',
  (code, violations) => {
    expect(refuseFields(violations)).toMatchObject({ code });
  },
);
