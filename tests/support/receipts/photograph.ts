import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import type { Condition } from './conditions.ts';
import { drawPaper } from './paper.ts';
import { addNoise, type Pixels, skewed } from './pixels.ts';
import type { Random } from './random.ts';
import type { ReceiptFacts } from './receipt-facts.ts';

/** Takes the picture of a printed receipt under a condition. */
export async function photograph(
  facts: ReceiptFacts,
  condition: Condition,
  random: Random,
): Promise<Sharp> {
  const paper = drawPaper(facts, condition.paper, condition);
  const turned = turnedSize(paper.width, paper.height, condition.rotation);
  const frame = frameFor(turned, condition.frame);
  const canvas = createCanvas(frame.width, frame.height);
  const context = canvas.getContext('2d');
  layTable(context, frame, condition.busy, random);
  context.translate(frame.width / 2, frame.height / 2);
  context.rotate((condition.rotation * Math.PI) / 180);
  context.drawImage(await loadImage(paper.png), -paper.width / 2, -paper.height / 2);
  missLines(context, paper, condition.streaks, random);
  context.resetTransform();
  castShadow(context, frame, condition.shadow);
  const flat: Pixels = {
    ...frame,
    data: context.getImageData(0, 0, frame.width, frame.height).data,
  };
  const seen = condition.skew > 0 ? skewed(flat, condition.skew, random) : flat;
  const sharpest = fromPixels(seen).removeAlpha();
  const soft = await (condition.blur > 0 ? sharpest.blur(condition.blur) : sharpest)
    .linear(condition.gain, condition.lift)
    .raw()
    .toBuffer();
  addNoise(soft, condition.noise, random);
  return sharp(soft, { raw: { width: seen.width, height: seen.height, channels: 3 } });
}

function fromPixels({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}

function turnedSize(width: number, height: number, degrees: number) {
  const angle = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  return { width: width * cosine + height * sine, height: width * sine + height * cosine };
}

function frameFor(paper: { width: number; height: number }, longSide: number | null) {
  if (longSide === null) {
    return { width: Math.round(paper.width * 1.08), height: Math.round(paper.height * 1.08) };
  }
  return paper.width > paper.height
    ? { width: longSide, height: Math.round(longSide * 0.75) }
    : { width: Math.round(longSide * 0.75), height: longSide };
}

type Size = { width: number; height: number };

function layTable(context: SKRSContext2D, { width, height }: Size, busy: boolean, random: Random) {
  context.fillStyle = `hsl(${random.between(15, 40)} 25% ${random.between(25, 45)}%)`;
  context.fillRect(0, 0, width, height);
  for (let thing = 0; thing < (busy ? 60 : 0); thing += 1) {
    context.fillStyle = `hsl(${random.between(0, 359)} ${random.between(10, 80)}% ${random.between(10, 95)}%)`;
    const side = random.between(40, Math.round(width / 4));
    context.fillRect(random.between(-side, width), random.between(-side, height), side, side / 2);
    context.beginPath();
    context.arc(random.between(0, width), random.between(0, height), side / 3, 0, Math.PI * 2);
    context.fill();
  }
}

/** White lines along the paper, where dots of the print head are broken. */
function missLines(context: SKRSContext2D, paper: Size, share: number, random: Random) {
  const dot = paper.width / 576;
  context.fillStyle = '#fff';
  for (let missed = 0; missed < 576 * share; missed += 1) {
    const left = random.between(0, 575) * dot - paper.width / 2;
    context.fillRect(left, -paper.height / 2, dot, paper.height);
  }
}

function castShadow(context: SKRSContext2D, { width, height }: Size, strength: number) {
  const shadow = context.createLinearGradient(0, 0, width, height);
  shadow.addColorStop(0, 'rgba(0, 0, 0, 0)');
  shadow.addColorStop(1, `rgba(0, 0, 0, ${strength})`);
  context.fillStyle = shadow;
  context.fillRect(0, 0, width, height);
}
