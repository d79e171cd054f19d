import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { palette19 } from '../../../src/campaign/19/texts-and-colours.ts';
import { buildCampaign, loadCampaign, readForBuild } from '../../../src/campaign/load.ts';
import { deriveTheme } from '../../../src/campaign/theme.ts';
import type { Engine } from '../../../src/contract/engines.ts';
import { homeProps, receiptProps, siteProps } from '../../../src/layouts/site-props.ts';
import { formsOf } from '../../../widgets/build/campaign-data.ts';
import { drawnCampaign } from '../../support/drawn-campaign.ts';
import { temporaryFolder } from '../../support/folder.ts';

const started: ReturnType<typeof createServer>[] = [];

afterEach(() => {
  for (const server of started.splice(0)) server.close();
});

/** A gateway that answers each address with the JSON given for it, and 404 elsewhere. */
async function gatewayWith(answers: Record<string, unknown>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    response.statusCode = url in answers ? 200 : 404;
    response.end(JSON.stringify(answers[url] ?? {}));
  });
  started.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answersOf(campaignId: string): Promise<Record<string, unknown>> {
  const known = await loadCampaign({ CAMPAIGN_WINDOW: 'spec', CAMPAIGN_VARIANT: 'all' });
  const base = `/api/campaign/${campaignId}`;
  return {
    [base]: known.campaign,
    [`${base}/product`]: known.products,
    [`${base}/prize`]: known.prizes,
    [`${base}/hotsite`]: known.hotsite,
    [`${base}/faq`]: known.faq,
    [`/api/v2/campaign/${campaignId}/poll`]: known.polls,
    '/api/incident/subject': known.incidentSubjects,
  };
}

test('the campaign without a gateway is the embedded one, as its variables say', async () => {
  const spec = await loadCampaign({ CAMPAIGN_WINDOW: 'spec', TENANT_ID: 'loja' });
  expect(spec.campaign).toMatchObject({ id: 19, startsAt: '2025-10-01T00:00:00-03:00' });
  expect(spec.campaign.parameters.find(({ code }) => code === 'TENANT_ID')?.value).toBe('loja');
  expect(spec.hotsite.pages.home.validity).toContain('De 01/10/2025 a 30/11/2025');
});

test.each([
  [null, undefined],
  [0, undefined],
  [2, 'Sua compra inclui o produto acelerador?'],
])(
  'a platform without texts, whose rule gives a bonus of %s, asks for %o',
  async (bonus, asked) => {
    const answers = await answersOf('19');
    const campaign = structuredClone(answers['/api/campaign/19']) as { engines: Engine[] };
    for (const { details } of campaign.engines) {
      for (const rule of details.rules) rule.bonusGeneratorQty = bonus;
    }
    const url = await gatewayWith({
      ...answers,
      '/api/campaign/19': campaign,
      '/api/campaign/19/hotsite': {},
    });
    const { hotsite } = await loadCampaign({ CAMPAIGN_API: url, CAMPAIGN_ID: '19' });
    expect(hotsite.pages.accelerator?.question).toBe(asked);
  },
);

test('variables that are set but empty count as unset', async () => {
  const empty = { CAMPAIGN_WINDOW: '', CAMPAIGN_VARIANT: '', TENANT_ID: '' };
  expect(await loadCampaign(empty)).toEqual(await loadCampaign({}));
});

test('a wrong variable stops with its name', async () => {
  await expect(loadCampaign({ CAMPAIGN_WINDOW: 'agora' })).rejects.toThrow(
    "CAMPAIGN_WINDOW is 'agora', should be one of live, spec, before, after",
  );
  await expect(loadCampaign({ CAMPAIGN_VARIANT: '20' })).rejects.toThrow('CAMPAIGN_VARIANT');
});

test('a build reads the campaign that the gateway answers', async () => {
  const winners = drawnCampaign().winners;
  const gateway = await gatewayWith({
    ...(await answersOf('7')),
    '/api/campaign/7/winner': winners,
  });
  const snapshot = await loadCampaign({ CAMPAIGN_API: gateway, CAMPAIGN_ID: '7' });
  expect(snapshot.products).toHaveLength(11);
  expect(snapshot.winners).toEqual(winners);
  expect(snapshot.polls).toHaveLength(2);
  expect(snapshot.secrets).toBeUndefined();
});

/** What the specification names of a hotsite, and nothing inside of it. */
const bareHotsite = {
  status: 'PUBLISHED',
  internalUrl: null,
  externalUrl: null,
  theme: { palette: { primary: '#7a1f5c' } },
  header: {},
  footer: {},
  cookiesPolicy: {},
  login: { enabled: true, layout: null },
  registration: { enabled: true, layout: null },
  pages: {},
  engineTexts: {},
};

test('a gateway with only the specified members is enough: everything else has defaults', async () => {
  const answers = await answersOf('7');
  const { engines, ...campaign } = answers['/api/campaign/7'] as { engines: object[] };
  const gateway = await gatewayWith({
    ...answers,
    '/api/campaign/7': {
      ...campaign,
      name: 'Compre e Ganhe Mais',
      description: null,
      engines: engines.slice(0, 2),
    },
    '/api/campaign/7/hotsite': bareHotsite,
  });
  const { hotsite } = await loadCampaign({ CAMPAIGN_API: gateway, CAMPAIGN_ID: '7' });
  expect(hotsite.theme.palette.primary).toBe('#7a1f5c');
  expect(deriveTheme(hotsite.theme.palette)['on-primary']).toBe('#ffffff');
  expect(hotsite.header.brand).toBe('Compre e Ganhe Mais');
  const { title, steps, validity } = hotsite.pages.home;
  expect(title.map(({ text }) => text)).toEqual(['Compre e', 'Ganhe Mais']);
  expect(title.every(({ left, width }) => left >= 0 && left + width <= 520)).toBe(true);
  expect(steps).toHaveLength(3);
  expect(validity).toBe('De 01/10/2025 a 30/11/2025.');
  expect(JSON.stringify(hotsite)).not.toMatch(/brisal|escovou|carvão/i);
});

test('a campaign without prizes, such as of cashback alone, links to no block of prizes', async () => {
  const linksWith = async (prizes: object) => {
    const answers = await answersOf('19');
    const campaign = answers['/api/campaign/19'] as { engines: { type: string }[] };
    const engines = campaign.engines.filter(({ type }) => type === 'CASHBACK');
    const gateway = await gatewayWith({
      ...answers,
      '/api/campaign/19': { ...campaign, engines },
      '/api/campaign/19/hotsite': bareHotsite,
      ...prizes,
    });
    const { hotsite } = await loadCampaign({ CAMPAIGN_API: gateway });
    return hotsite.header.links.map(({ url }) => url);
  };
  expect(await linksWith({})).toContain('/#premiacao');
  expect(await linksWith({ '/api/campaign/19/prize': [] })).not.toContain('/#premiacao');
});

test('colours of a gateway that clash with the defaults are dropped', async () => {
  const answers = await answersOf('19');
  const odd = { ...bareHotsite, theme: { palette: { ink: '#ffffff', surface: '#fefefe' } } };
  const gateway = await gatewayWith({ ...answers, '/api/campaign/19/hotsite': odd });
  const { hotsite } = await loadCampaign({ CAMPAIGN_API: gateway });
  expect(() => deriveTheme(hotsite.theme.palette)).not.toThrow();
});

test('a whole palette of a gateway is refused if it is illegible, also with colours like the defaults', async () => {
  const answers = await answersOf('19');
  const hotsite = { ...bareHotsite, theme: { palette: { ...palette19, ink: '#eeeeee' } } };
  const gateway = await gatewayWith({ ...answers, '/api/campaign/19/hotsite': hotsite });
  await expect(loadCampaign({ CAMPAIGN_API: gateway })).rejects.toThrow('ink on surface');
});

test('a wrong field of the gateway stops with its name', async () => {
  const answers = await answersOf('19');
  const gateway = await gatewayWith({
    ...answers,
    '/api/campaign/19/product': [{ id: 1, name: 'Creme', hotsiteEnabled: 'yes' }],
  });
  await expect(loadCampaign({ CAMPAIGN_API: gateway })).rejects.toThrow(
    'products[0].hotsiteEnabled: is "yes". Write true or false.',
  );
});

test('a gateway that lacks an address, or does not answer, stops with the address', async () => {
  const { '/api/incident/subject': _, ...answers } = await answersOf('19');
  const gateway = await gatewayWith(answers);
  await expect(loadCampaign({ CAMPAIGN_API: gateway })).rejects.toThrow(
    `Campaign from ${gateway}/api/incident/subject: status 404`,
  );
  await expect(loadCampaign({ CAMPAIGN_API: 'http://127.0.0.1:1' })).rejects.toThrow('no answer');
});

test('a build from a campaign’s file gives no page and no widget its secrets or private parameters', async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'campanha.json');
  const { campaign, ...known } = await loadCampaign({ CAMPAIGN_WINDOW: 'spec' });
  const limit = { id: 99, visibility: 'PRIVATE', code: 'COUPON_MAX_QTD_PER_DAY', value: '987654' };
  const parameters = [...campaign.parameters, limit];
  await writeFile(file, JSON.stringify({ ...known, campaign: { ...campaign, parameters } }));
  const { campaign: built } = await readForBuild({ CAMPAIGN_FILE: file });
  await folder.remove();
  // Props of receipts name the build's pictures.
  await buildCampaign();
  const given = [built, siteProps(built), homeProps(built), receiptProps(built), formsOf(built)];
  for (const text of given.map((part) => JSON.stringify(part))) {
    expect(text).toContain('"TENANT_ID"');
    expect(text).not.toMatch(/COUPON_MAX_QTD_PER_DAY|987654|"instantPrizes"/);
  }
});

test('a campaign comes from a file when one is named', async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'campanha.json');
  const known = await loadCampaign({ CAMPAIGN_WINDOW: 'spec' });
  await writeFile(file, JSON.stringify({ ...known, campaign: { ...known.campaign, id: 27 } }));
  expect((await loadCampaign({ CAMPAIGN_FILE: file })).campaign.id).toBe(27);
  await writeFile(file, JSON.stringify({ ...known, faq: 'nenhuma' }));
  await expect(loadCampaign({ CAMPAIGN_FILE: file })).rejects.toThrow(
    `Campaign from ${file}: 1 problem, so it is not used.`,
  );
  const unauthorised = { ...known.hotsite, footer: { ...known.hotsite.footer, certificates: [] } };
  await writeFile(file, JSON.stringify({ ...known, hotsite: unauthorised }));
  await expect(loadCampaign({ CAMPAIGN_FILE: file })).rejects.toThrow(
    'hotsite.footer.certificates: the engine DRAW has no certificate of authorisation.',
  );
  await writeFile(file, '{');
  await expect(loadCampaign({ CAMPAIGN_FILE: file })).rejects.toThrow('a closing } is missing');
  await writeFile(file, JSON.stringify({ ...known, faq: ['São João'] }), 'latin1');
  await expect(loadCampaign({ CAMPAIGN_FILE: file })).rejects.toThrow(
    'the campaign: its letters are not UTF-8. Save it as UTF-8.',
  );
  await folder.remove();
  await expect(loadCampaign({ CAMPAIGN_FILE: file })).rejects.toThrow('the file cannot be read');
});
