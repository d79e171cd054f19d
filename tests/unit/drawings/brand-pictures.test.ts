import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { embeddedCampaign } from '../../../src/campaign/load.ts';
import { deriveTheme } from '../../../src/campaign/theme.ts';
import { emailPicture, sharingPicture } from '../../../src/drawings/brand-pictures.ts';
import { secondCampaign } from '../../support/second-campaign.ts';

const brisal = embeddedCampaign({
  window: 'live',
  variant: '19',
  tenantId: 'embedded',
  today: '2025-10-20',
});

/** Squares inside the picture's parts, pixels: left, top, side. */
const squares = {
  ticketBody: [668, 445, 8],
  tubeBody: [1003, 346, 10],
  tubeBand: [1060, 140, 24],
  wordmark: [975, 290, 40],
  giftBand: [1070, 480, 8],
  plainTicket: [640, 452, 6],
  sentence: [60, 395, 200],
  belowSentence: [60, 605, 540],
} as const;

test('the picture of the sample has its tube and ticket, in its colours', async () => {
  const { colourAt, brightShare } = await pixelsOf(brisal);
  const theme = deriveTheme(brisal.hotsite.theme.palette);
  expect(colourAt('ticketBody')).toBe(theme['strong']);
  expect(colourAt('giftBand')).toBe(theme['accent']);
  // Gloss lies over the tube: its colours are near those of its parts.
  expect(distance(colourAt('tubeBody'), theme['ink'] ?? '')).toBeLessThan(40);
  expect(distance(colourAt('tubeBand'), theme['primary'] ?? '')).toBeLessThan(60);
  expect(brightShare('wordmark')).toBeGreaterThan(0.2);
});

test('another brand’s has neither: a gift and tickets in its own colours', async () => {
  const second = secondCampaign();
  const { colourAt } = await pixelsOf(second);
  const theme = deriveTheme(second.hotsite.theme.palette);
  expect(distance(colourAt('plainTicket'), '#ffffff')).toBeLessThan(20);
  expect(theme['ink']).not.toBe('#ffffff');
  expect(distance(colourAt('tubeBody'), theme['ink'] ?? '')).toBeGreaterThan(40);
});

test.each([
  'Cada nota de **R$ 30** ou mais em cafés Serra Clara vale **1 número da sorte** para um fim de semana na serra ou uma de **10 máquinas de espresso**, e **5% de volta**.',
  'A cada **R$ 30** em cafés Serra Clara, **1 número da sorte** para um fim de semana na serra com quem você quiser levar ou uma de **10 máquinas de espresso** com café para o ano todo, e **5% de volta** na carteira.',
])('a sentence keeps off the picture’s edge, however long it is: %s', async (lead) => {
  const campaign = structuredClone(secondCampaign());
  campaign.hotsite.pages.home.lead = lead;
  const { brightShare } = await pixelsOf(campaign);
  expect(brightShare('sentence')).toBeGreaterThan(0.05);
  expect(brightShare('belowSentence')).toBe(0);
});

test.each([
  ['the sample', brisal],
  ['another brand', secondCampaign()],
])(
  'the head of emails is in the colours of %s, and light enough for a mailbox',
  async (_, campaign) => {
    const bytes = await emailPicture(campaign, 'comemora');
    expect(bytes.length).toBeLessThan(40_000);
    const image = await loadImage(bytes);
    expect([image.width, image.height]).toEqual([1120, 336]);
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const colours = new Set<string>();
    const { data } = context.getImageData(0, 0, 1120, 336);
    for (let at = 0; at < data.length; at += 4) {
      colours.add(`#${Buffer.from(data.subarray(at, at + 3)).toString('hex')}`);
    }
    const { primary = '', ink = '', accent = '' } = deriveTheme(campaign.hotsite.theme.palette);
    for (const own of [primary, ink, accent]) {
      expect(Math.min(...Array.from(colours, (colour) => distance(colour, own)))).toBeLessThan(6);
    }
  },
);

async function pixelsOf(campaign: Parameters<typeof sharingPicture>[0]) {
  const image = await loadImage(await sharingPicture(campaign));
  expect([image.width, image.height]).toEqual([1200, 630]);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const pixelsAt = (square: keyof typeof squares) => {
    const [left, top, side] = squares[square];
    const { data } = context.getImageData(left, top, side, side);
    return Array.from({ length: side * side }, (_, at) =>
      Array.from(data.slice(at * 4, at * 4 + 3)),
    );
  };
  return {
    /** The mean of the square, as plain hex. */
    colourAt(square: keyof typeof squares): string {
      const pixels = pixelsAt(square);
      const mean = [0, 1, 2].map((channel) => {
        const sum = pixels.reduce((total, pixel) => total + (pixel[channel] ?? 0), 0);
        return Math.round(sum / pixels.length);
      });
      return `#${mean.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    },
    /** How much of the square is nearly white, 0 to 1. */
    brightShare(square: keyof typeof squares): number {
      const pixels = pixelsAt(square);
      return pixels.filter((pixel) => Math.min(...pixel) > 220).length / pixels.length;
    },
  };
}

/** The largest difference of a channel, 0 to 255. */
function distance(one: string, other: string): number {
  const channels = (hex: string) =>
    [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const others = channels(other);
  return Math.max(...channels(one).map((value, at) => Math.abs(value - (others[at] ?? 0))));
}
