/** Long side and quality of the picture sent, in which the server still reads everything. */
const sentSide = 2000;
const sentQuality = 0.8;

export function shrunkToJpeg(picture: ImageBitmap | VideoFrame): Promise<Blob> {
  const whole = wholeOf(picture);
  const side = Math.min(sentSide, Math.max(whole.width, whole.height));
  const canvas = drawn(picture, whole, side);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: sentQuality });
}

interface PictureArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function wholeOf(picture: ImageBitmap | VideoFrame): PictureArea {
  const [width, height] =
    picture instanceof ImageBitmap
      ? [picture.width, picture.height]
      : [picture.displayWidth, picture.displayHeight];
  return { left: 0, top: 0, width, height };
}

/** On white; a canvas stays far below the 16.7 million pixels that iOS allows. */
function drawn(
  picture: ImageBitmap | VideoFrame,
  area: PictureArea,
  side: number,
): OffscreenCanvas {
  const scale = side / Math.max(area.width, area.height);
  const width = Math.max(1, Math.round(area.width * scale));
  const height = Math.max(1, Math.round(area.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, area.left, area.top, area.width, area.height, 0, 0, width, height);
  return canvas;
}

export function pixelsOf(
  picture: ImageBitmap | VideoFrame,
  area: PictureArea,
  side: number,
): ImageData {
  const canvas = drawn(picture, area, side);
  return contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas to draw on');
  return context;
}
