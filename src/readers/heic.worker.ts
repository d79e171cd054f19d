import openLibheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs';

addEventListener('message', async ({ data, ports }: MessageEvent<{ file: Blob }>) => {
  const [answer] = ports;
  try {
    const picture = await createImageBitmap(await decode(data.file));
    answer?.postMessage({ result: picture }, [picture]);
  } catch (error) {
    answer?.postMessage({ failure: String(error) });
  }
});

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
