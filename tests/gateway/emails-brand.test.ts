import { describe, expect, test } from 'vitest';
import type { CampaignVariant } from '../../src/campaign/19/forms.ts';
import { palette19 as palette } from '../../src/campaign/19/texts-and-colours.ts';
import { contrast } from '../../src/campaign/colour.ts';
import { embeddedCampaign, loadCampaign } from '../../src/campaign/load.ts';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import { unreadablePairs } from '../../src/campaign/theme.ts';
import { contentOf, renderEmail, type SingleEmailEvent } from '../../src/gateway/emails/compose.ts';
import { darkColours, lightColours } from '../../src/gateway/emails/html.ts';
import { sampleEmails } from '../../src/gateway/emails/sample-emails.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { secondCampaign } from '../support/second-campaign.ts';

const now = new Date('2026-03-10T15:00:00Z');

const palettes = {
  turquoise: palette,
  'of another brand': secondCampaign().hotsite.theme.palette,
  'deep blue': { ...palette, primary: '#0b3d91', accent: '#ffd000', ink: '#101828' },
  purple: { ...palette, primary: '#5b2a86', ink: '#2a1a3a', success: '#075c38', danger: '#a31a23' },
};

test.each(Object.entries(palettes))(
  'every text of an email can be read in %s, also in dark mode',
  (_, colours) => {
    expect(unreadablePairs(colours)).toEqual([]);
    for (const of of [lightColours, darkColours]) {
      const { page, card, text, mute, band, onBand, box, link, button, onButton } = of(colours);
      const pairs = [
        [text, card],
        [text, page],
        [text, box],
        [mute, card],
        [link, card],
        [onBand, band],
        [onButton, button],
      ] as const;
      for (const [front, back] of pairs) {
        expect.soft(contrast(front, back), `${front} on ${back}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  },
);

test('emails of another brand are its own in name, colours, prizes and numbers of authorisation', async () => {
  const snapshot = secondCampaign();
  const facts = { snapshot, siteUrl: 'https://cafe.example', name: 'Bia', at: now, now };
  for (const { event, receipt } of Object.values(sampleEmails(snapshot, now))) {
    const content = contentOf(event, facts, { receipt, token: 'exemplo' });
    if (!content) throw new Error(`No email of ${event.kind}`);
    const { senderName, html = '', text } = await renderEmail(content, facts);
    expect(senderName).toBe('Café da Sorte');
    expect(html).toContain('SPA/MF nº\u00a004.000042/2026');
    expect(html).toContain(snapshot.hotsite.theme.palette.primary);
    expect(`${html}${text}`).not.toMatch(/escov|brisal|14d3b2|dent/i);
    for (const [, link] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      expect(link).toMatch(/^https:\/\/cafe\.example\//);
    }
  }
});

test('a prize stands in one piece with the number that was drawn, and numbers are tickets', async () => {
  const snapshot = await loadCampaign({});
  const facts = { snapshot, siteUrl: 'https://brisal.example', name: 'Bia', at: now, now };
  const samples = sampleEmails(snapshot, now);
  const written = async (kind: 'DRAW_WON' | 'RECEIPT_RECEIVED') => {
    const { event, receipt } = samples[kind];
    const content = contentOf(event, facts, { receipt, token: '' });
    if (!content) throw new Error(`No email of ${kind}`);
    return renderEmail(content, facts);
  };
  const won = await written('DRAW_WON');
  expect(won.text).toContain('Seu prêmio: 1 ano de mercado grátis\nNúmero sorteado: 4.50153');
  expect(won.html).toContain('https://brisal.example/email-comemora.png');
  const { html = '' } = await written('RECEIPT_RECEIVED');
  expect(html.match(/white-space:nowrap">\d\.\d{5}</g)).toHaveLength(11);
});

test.each([
  ['DRAW_WON', 'comemora'],
  ['INSTANT_PRIZE_WON', 'comemora'],
  ['RECEIPT_APPROVED', 'comemora'],
  ['RECEIPT_REFUSED', 'duvida'],
  ['PICTURE_WANTED', 'fotografa'],
  ['PASSWORD_CHANGED', 'le'],
] as const)('the mascot at the head fits what %s has to say', async (kind, pose) => {
  const snapshot = await loadCampaign({});
  const facts = { snapshot, siteUrl: 'https://brisal.example', name: 'Bia', at: now, now };
  const { event, receipt } = sampleEmails(snapshot, now)[kind];
  const content = contentOf(event, facts, { receipt, token: '' });
  expect(content?.pose ?? 'acena').toBe(pose);
});

test('a step of an email has a title in bold, which stands before its sentence in the text part too', async () => {
  const snapshot = await loadCampaign({});
  const facts = { snapshot, siteUrl: 'https://brisal.example', name: 'Bia', at: now, now };
  const content = contentOf({ kind: 'WELCOME' }, facts, { receipt: null, token: '' });
  if (!content) throw new Error('No email of WELCOME');
  const { html, text } = await renderEmail(content, facts);
  expect(html).toContain('<b>Envie a nota.</b> Tire uma foto');
  expect(text).toContain('2. Envie a nota. Tire uma foto');
});

async function textOf(event: SingleEmailEvent): Promise<string> {
  const snapshot = await loadCampaign({});
  const facts = { snapshot, siteUrl: 'https://brisal.example', name: 'Bia', at: now, now };
  const content = contentOf(event, facts, { receipt: null, token: '' });
  return (await renderEmail(content ?? expect.fail(), facts)).text;
}

test('an email of a new password that an older version queued says that payment data were erased', async () => {
  const erased = 'apagamos os dados de pagamento';
  expect(await textOf({ kind: 'PASSWORD_CHANGED' })).toContain(erased);
  expect(await textOf({ kind: 'PASSWORD_CHANGED', hadBankInfo: false })).not.toContain(erased);
});

describe('what an email says of money and prizes fits the campaign', () => {
  async function written(
    kind: keyof ReturnType<typeof sampleEmails>,
    variant: CampaignVariant,
    change: (campaign: CampaignSnapshot['campaign']) => CampaignSnapshot['campaign'] = (same) =>
      same,
  ): Promise<string> {
    const today = dayInSaoPaulo(now);
    const whole = embeddedCampaign({ window: 'live', variant, tenantId: 'embedded', today });
    const snapshot = { ...whole, campaign: change(whole.campaign) };
    const facts = { snapshot, siteUrl: 'https://brisal.example', name: 'Bia', at: now, now };
    const { event, receipt } = sampleEmails(snapshot, now)[kind];
    const content = contentOf(event, facts, { receipt, token: '' });
    return (await renderEmail(content ?? expect.fail(), facts)).text;
  }
  const paidByHand = (campaign: CampaignSnapshot['campaign']) => ({
    ...campaign,
    engines: campaign.engines.map((engine) =>
      engine.type === 'CASHBACK'
        ? { ...engine, details: { ...engine.details, transferType: 'DIGITAL_WALLET' as const } }
        : engine,
    ),
  });
  const shipped = ({ parameters, ...campaign }: CampaignSnapshot['campaign']) => ({
    ...campaign,
    parameters: parameters.filter(({ code }) => code !== 'PRIZE_REDEEM_TRANSFER_TYPE'),
  });

  const paidByPix = (campaign: CampaignSnapshot['campaign']) => ({
    ...campaign,
    parameters: campaign.parameters.map((each) =>
      each.code === 'PRIZE_REDEEM_TRANSFER_TYPE' ? { ...each, value: 'INSTANT_PAYMENT' } : each,
    ),
  });

  test('a new password returns withdrawals, and asks for a key again, only where there is cashback', async () => {
    const withCashback = await written('PASSWORD_CHANGED', 'all');
    expect(withCashback).toContain('o valor voltou para o seu saldo');
    expect(withCashback).toContain('escolha a chave Pix de novo ao sacar, em Minhas notas');
    expect(await written('PASSWORD_CHANGED', '19')).not.toMatch(/Pix|saque|saldo/);
    expect(await written('PASSWORD_CHANGED', 'all', paidByHand)).not.toContain('Pix');
  });

  test('another email address asks for another key only where people have keys', async () => {
    expect(await written('EMAIL_CHANGED', 'all')).toContain('escolha outra ao sacar');
    expect(await written('EMAIL_CHANGED', '19')).not.toContain('Pix');
  });

  test('a withdrawal leads to Minhas notas, where people withdraw', async () => {
    for (const kind of ['WITHDRAWAL_PAID', 'WITHDRAWAL_FAILED'] as const) {
      const text = await written(kind, 'all');
      expect(text).toContain('https://brisal.example/minhas-notas');
      expect(text).not.toContain('/perfil');
    }
    expect(await written('WITHDRAWAL_FAILED', 'all')).toContain('Confira a chave Pix');
    expect(await written('WITHDRAWAL_FAILED', 'all', paidByHand)).not.toContain('Pix');
  });

  test('winners check their address only where prizes are shipped', async () => {
    expect(await written('DRAW_WON', '19')).toContain('Confira o celular e o e-mail no seu perfil');
    expect(await written('DRAW_WON', '19', shipped)).toContain('Confira o celular e o endereço');
    expect(await written('DRAW_WON', '19', paidByPix)).not.toContain('endereço');
  });

  test('a new address says what goes there, if anything does', async () => {
    expect(await written('ADDRESS_CHANGED', '19')).not.toContain('É para ele');
    expect(await written('ADDRESS_CHANGED', 'all')).toContain('vão os seus resgates');
    expect(await written('ADDRESS_CHANGED', '19', shipped)).toContain('vão os seus prêmios');
  });
});
