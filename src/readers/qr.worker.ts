import { type PictureRequest, readPicture } from './picture-reading.ts';

addEventListener('message', async ({ data, ports }: MessageEvent<PictureRequest>) => {
  const [answer] = ports;
  try {
    answer?.postMessage({ result: await readPicture(data) });
  } catch (error) {
    answer?.postMessage({ failure: String(error) });
  }
});
