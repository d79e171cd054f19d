import openLibheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs';
import { answerRequests } from './workers.ts';

answerRequests(async ({ file }: { file: Blob }) => createImageBitmap(await decode(file)));

async function decode(file: Blob): Promise<ImageData> {
  const { HeifDecoder } = openLibheif();
  const images = new HeifDecoder().decode(await file.arrayBuffer());
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) throw new Error('No picture in the file');
  const pixels = new ImageData(image.get_width(), image.get_height());
  return new Promise((resolve, reject) => {
    image.display(pixels, (shown) => {
      if (shown) resolve(pixels);
      else reject(new Error('The picture cannot be decoded'));
    });
  });
}
