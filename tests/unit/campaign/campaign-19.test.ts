import { stat } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawDay } from '../../../src/campaign/19/calendar.ts';
import { faq19 } from '../../../src/campaign/19/faq.ts';
import { prizes19, products19 } from '../../../src/campaign/19/products-and-prizes.ts';
import { hotsite19 } from '../../../src/campaign/19/texts-and-colours.ts';

const dates = { startsAt: '2025-10-01T00:00:00-03:00', endsAt: '2025-11-30T23:59:59-03:00' };
const hotsite = hotsite19(dates);

test('nine products are on the shelf, the first one is the accelerator', () => {
  const shelf = products19.filter(({ hotsiteEnabled }) => hotsiteEnabled);
  expect(shelf).toHaveLength(9);
  expect(shelf.map(({ bonusGenerator }) => bonusGenerator)).toEqual([
    true,
    ...Array(8).fill(false),
  ]);
  expect(products19.filter(({ hotsiteEnabled }) => !hotsiteEnabled).map(({ id }) => id)).toEqual([
    1, 2,
  ]);
});

test('twelve chains sell them, each with its own search', () => {
  const { retailers, steps } = hotsite.pages.home;
  expect(new Set(retailers.map(({ url }) => url)).size).toBe(12);
  expect(steps).toHaveLength(3);
});

test('a category of prizes has one name', () => {
  const categories = prizes19('all').map(({ category }) => category);
  const names = new Set(categories.map((category) => category?.name));
  expect(names.size).toBe(new Set(categories.map((category) => category?.id)).size);
});

test('the draw follows a Saturday after the receipts were checked', () => {
  expect(drawDay(dates)).toBe('06/12/2025');
  expect(drawDay({ ...dates, endsAt: '2025-11-28T23:59:59-03:00' })).toBe('06/12/2025');
  expect(drawDay({ ...dates, endsAt: '2026-01-31T23:59:59-03:00' })).toBe('07/02/2026');
});

test('regulations and footer speak of the same period and certificate', () => {
  const [draw] = hotsite.pages.regulations;
  const text = JSON.stringify(draw);
  expect(text).toContain('01/10/2025, 00h00, a 30/11/2025, 23h59');
  expect(text).toContain(hotsite.footer.certificates[0]?.number);
  expect(hotsite.footer.summary).toContain('01/10/2025 a 30/11/2025');
});

test('receipts are to be kept for the draw, which comes after the end', () => {
  const texts = [
    JSON.stringify(faq19),
    ...hotsite.pages.regulations.map((one) => JSON.stringify(one)),
  ];
  for (const text of texts) {
    expect(text).not.toMatch(/guarda\w* até o fim da promoção|Guarde a nota original até o fim/);
    expect(text).toMatch(/nota original (?:deve ser guardada )?até a entrega dos prêmios/);
  }
});

test('the texts say who pays the tax, what becomes of prizes not won, and who answers for data', () => {
  const [draw, instant] = hotsite.pages.regulations.map((one) => JSON.stringify(one));
  expect(draw).toContain('imposto de renda sobre o prêmio, de 20% (vinte por cento)');
  expect(draw).toContain('propriedade do prêmio é comprovada até 8 (oito) dias antes da apuração');
  expect(instant).toContain('que nenhuma nota ganhar até o fim do período é recolhido à União');
  expect(hotsite.dataOfficer?.contact).toContain('Fale conosco');
});

test('questions come in order', () => {
  expect(faq19.map(({ questionOrder }) => questionOrder)).toEqual(
    faq19.map((_, index) => index + 1),
  );
});

test('the screens that are shown before it is installed are as large as its data say', async () => {
  const pictures = hotsite.installPictures ?? [];
  expect(pictures.length).toBeGreaterThan(0);
  for (const { picture, width, height } of pictures) {
    const file = `src/campaign/19/pictures${picture}`;
    expect(await sharp(file).metadata(), picture).toMatchObject({ width, height });
    expect((await stat(file)).size, picture).toBeLessThan(60_000);
  }
});
