import { describe, expect, it } from 'vitest';
import {
  checkFile,
  checkSharedFile,
  maximumFileBytes,
  receiptFileTypes,
  replacementFileTypes,
} from '../../../../src/rules/receipts/file-type-and-size.ts';

describe('file of a receipt', () => {
  it.each(['image/jpeg', 'image/png', 'application/pdf'] as const)('may be %s', (type) => {
    expect(checkFile({ type, size: 1 }, receiptFileTypes)).toBeNull();
  });

  it.each([null, 'image/heic'] as const)('may not be sent as %s', (type) => {
    expect(checkFile({ type, size: 1 }, receiptFileTypes)).toBe('FILE_TYPE');
  });

  it('is replaced by a picture only', () => {
    expect(checkFile({ type: 'image/png', size: 1 }, replacementFileTypes)).toBeNull();
    expect(checkFile({ type: 'application/pdf', size: 1 }, replacementFileTypes)).toBe('FILE_TYPE');
  });

  it('is accepted from another app if it can be a receipt, a photo also before it is made smaller', () => {
    const megabytes = (count: number) => count * 1024 * 1024;
    expect(checkSharedFile({ type: 'image/heic', size: megabytes(25) })).toBeNull();
    expect(checkSharedFile({ type: 'image/jpeg', size: megabytes(25) + 1 })).toBe('FILE_SIZE');
    expect(checkSharedFile({ type: 'application/pdf', size: megabytes(5) })).toBeNull();
    expect(checkSharedFile({ type: 'application/pdf', size: megabytes(5) + 1 })).toBe('FILE_SIZE');
    expect(checkSharedFile({ type: null, size: 1 })).toBe('FILE_TYPE');
  });

  it('has at most 5 × 1024 × 1024 bytes', () => {
    expect(maximumFileBytes).toBe(5_242_880);
    expect(checkFile({ type: 'image/png', size: 5_242_880 }, receiptFileTypes)).toBeNull();
    expect(checkFile({ type: 'image/png', size: 5_242_881 }, receiptFileTypes)).toBe('FILE_SIZE');
  });
});
