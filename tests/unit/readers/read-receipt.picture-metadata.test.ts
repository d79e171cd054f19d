import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { hasMetadata } from '../../../src/readers/read-receipt.ts';

const grey = sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } });

async function blobOf(picture: Sharp): Promise<Blob> {
  return new Blob([Uint8Array.from(await picture.toBuffer())]);
}

describe('data of the camera in a picture', () => {
  it.each(['jpeg', 'png'] as const)('is seen in a %s', async (format) => {
    const marked = grey.clone().withExif({ IFD3: { GPSLatitudeRef: 'S' } });
    expect(await hasMetadata(await blobOf(marked.toFormat(format)))).toBe(true);
  });

  it.each(['jpeg', 'png'] as const)('is not seen in a plain %s', async (format) => {
    expect(await hasMetadata(await blobOf(grey.clone().toFormat(format)))).toBe(false);
  });
});
