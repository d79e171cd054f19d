import sharp from 'sharp';
import { blackPng, pngChunk } from './black-png.ts';
import { packed } from './compressed-bytes.ts';
import { html, script } from './hostile-files.ts';

/** Valid pictures with something hidden inside; the `payload` must not be stored. */
export async function ladenPictures(): Promise<{ name: string; bytes: Buffer; payload: string }[]> {
  const plain = sharp({ create: { width: 40, height: 60, channels: 3, background: '#c33' } });
  const jpeg = await plain.clone().jpeg().toBuffer();
  const png = await plain.clone().png().toBuffer();
  const segment = (mark: number, text: string) =>
    Buffer.concat([Buffer.from([0xff, mark, 0, text.length + 2]), Buffer.from(text, 'latin1')]);
  const within = (part: Buffer) => Buffer.concat([jpeg.subarray(0, 2), part, jpeg.subarray(2)]);
  const withChunk = async (type: string, text: string) => {
    const chunks = [pngChunk(type, Buffer.from(text, 'latin1'))];
    return blackPng({ width: 40, height: 60, chunks });
  };
  const gps = { IFD3: { GPSLatitude: '25/1 25/1 0/1', GPSLatitudeRef: 'S' } };
  const owner = { IFD0: { Artist: 'Zuleica', ImageDescription: script, Make: 'Camera' } };
  return [
    {
      name: 'a JPEG with a page as its comment',
      bytes: within(segment(0xfe, html)),
      payload: 'script',
    },
    {
      name: 'a JPEG with a page in its header',
      bytes: within(segment(0xe1, html)),
      payload: 'script',
    },
    {
      name: 'a JPEG with a profile that is none',
      bytes: within(segment(0xe2, `ICC_PROFILE\0\x01\x01${html}`)),
      payload: 'script',
    },
    {
      name: 'a JPEG with an archive behind it',
      bytes: Buffer.concat([jpeg, Buffer.from('PK\x03\x04payload')]),
      payload: 'payload',
    },
    {
      name: 'a JPEG with a page behind it',
      bytes: Buffer.concat([jpeg, Buffer.from(html)]),
      payload: 'script',
    },
    {
      name: 'a JPEG with a second one behind it',
      bytes: Buffer.concat([jpeg, within(segment(0xfe, 'hidden'))]),
      payload: 'hidden',
    },
    {
      name: 'a JPEG that tells its place',
      bytes: await plain.clone().jpeg().withExif(gps).toBuffer(),
      payload: 'Exif',
    },
    {
      name: 'a JPEG that tells its owner',
      bytes: await plain.clone().jpeg().withExif(owner).toBuffer(),
      payload: 'Zuleica',
    },
    {
      name: 'a PNG with a page as its text',
      bytes: await withChunk('tEXt', `Comment\0${html}`),
      payload: 'script',
    },
    {
      name: 'a PNG with a page as its title',
      bytes: await withChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${html}`),
      payload: 'script',
    },
    {
      name: 'a PNG that tells its place',
      bytes: await withChunk('eXIf', 'II*\0Zuleica'),
      payload: 'Zuleica',
    },
    {
      name: 'a PNG with a gigabyte of text',
      bytes: await withChunk(
        'zTXt',
        `Comment\0\0${(await packed(200_000_000, 0)).toString('latin1')}`,
      ),
      payload: 'Comment',
    },
    {
      name: 'a PNG with a page behind it',
      bytes: Buffer.concat([png, Buffer.from(html)]),
      payload: 'script',
    },
  ];
}
