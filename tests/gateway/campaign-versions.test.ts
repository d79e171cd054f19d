import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import {
  getCampaignEndpoint,
  getFaqEndpoint,
  getPrizesEndpoint,
} from '../../src/contract/campaign.ts';
import { listIncidentSubjectsEndpoint } from '../../src/contract/support.ts';
import { redeemEndpoint } from '../../src/contract/wallets.ts';
import {
  claimRebuild,
  insertVersion,
} from '../../src/gateway/campaign-versions/version-queries.ts';
import { insertCampaign } from '../../src/gateway/db/queries/campaigns.ts';
import { loadOrCreateCampaign } from '../../src/gateway/load-or-create-campaign.ts';
import { moveRedemption } from '../../src/gateway/redemptions/move-redemption.ts';
import { startUp } from '../../src/gateway/start-up.ts';
import { applyNext } from '../../src/rules/verification/replay.ts';
import { emptyReplayState } from '../../src/rules/verification/replay-state.ts';
import { changeCampaign } from '../support/changed-campaign.ts';
import { openDatabase } from '../support/database.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import { sendFullReceipt } from '../support/gateway-actions.ts';
import { openGateways } from '../support/gateways.ts';
import { moderate } from '../support/moderation.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { readLedger } from '../support/read-ledger.ts';

/** A campaign in which anything may be changed. */
type Unchecked = ReturnType<typeof JSON.parse>;

let site: TestGateway;
beforeEach(async () => {
  site = await openGateway({ variant: 'all' });
});
afterEach(() => site.close());

/** What `campaign show` writes, changed, as a file; its name. */
async function fileWith(change: (campaign: Unchecked) => void, of = site): Promise<string> {
  const { text } = await of.operate('campaign', 'show');
  const campaign = JSON.parse(text);
  change(campaign);
  const file = join(of.gateway.settings.dataDirectory, 'changed.json');
  await writeFile(file, JSON.stringify(campaign, null, 2));
  return file;
}

async function apply(change: (campaign: Unchecked) => void, ...words: string[]) {
  return site.operate('campaign', 'apply', await fileWith(change), ...words);
}

const newAnswer = (campaign: Unchecked) => {
  campaign.faq[0].answer = 'Quem mora no Sul.';
};
test('the tenant of the accounts is not changed, and a wrong one of before is taken back', async () => {
  const toOther = (campaign: Unchecked) => {
    const tenant = campaign.campaign.parameters.find(
      ({ code }: { code: string }) => code === 'TENANT_ID',
    );
    tenant.value = 'other';
  };
  expect((await apply(toOther)).text).toContain('as contas das pessoas são deste inquilino');
  const changed = structuredClone(site.gateway.snapshot);
  toOther(changed);
  await site.query('update campaigns set snapshot = $1::jsonb', [JSON.stringify(changed)]);
  expect(await site.operate('campaign', 'restore', '1')).toMatchObject({ exitCode: 0 });
});

test('a tenant that only a later version named can be taken back too', async () => {
  const tenant = 'TENANT_ID';
  const withoutTenant = structuredClone(site.gateway.snapshot);
  withoutTenant.campaign.parameters = withoutTenant.campaign.parameters.filter(
    ({ code }) => code !== tenant,
  );
  const wrong = structuredClone(site.gateway.snapshot);
  for (const parameter of wrong.campaign.parameters) {
    if (parameter.code === tenant) parameter.value = 'other';
  }
  await apply(newAnswer);
  await site.query('update campaign_versions set snapshot = $1::jsonb where version = 1', [
    JSON.stringify(withoutTenant),
  ]);
  await site.query('update campaigns set snapshot = $1::jsonb', [JSON.stringify(wrong)]);
  expect(await site.operate('campaign', 'restore', '2')).toMatchObject({ exitCode: 0 });
});

const versions = () => site.operateRows('campaign', 'history');

test('texts change while the promotion runs: shown first, applied, listed, taken back', async () => {
  const tried = await apply(newAnswer, '--dry-run');
  expect(tried.text).toMatch(
    /^Version 2 would hold, 1 change:\nfaq\[1\]\.answer\n {4}- Pessoas físicas.*\n {4}\+ Quem mora no Sul\.$/,
  );
  expect(await versions()).toHaveLength(1);

  expect((await apply(newAnswer, '--author', 'Ana', '--reason', 'Sac')).text).toContain(
    'Version 2 holds',
  );
  expect((await site.call(getFaqEndpoint)).text).not.toContain('Quem mora no Sul.');
  await site.follow();
  expect((await site.call(getFaqEndpoint)).text).toContain('Quem mora no Sul.');
  expect((await apply(newAnswer)).text).toBe('Nothing differs from version 2.');

  expect((await site.operate('campaign', 'restore', 1)).text).toContain('Version 3 holds');
  await site.follow();
  expect((await site.call(getFaqEndpoint)).text).not.toContain('Quem mora no Sul.');
  expect(await versions()).toMatchObject([
    { version: 3, reason: 'version 1 again' },
    { version: 2, author: 'Ana', reason: 'Sac', forced: false },
    { version: 1, author: 'gateway', reason: 'embedded' },
  ]);
  expect((await site.operate('campaign', 'show', 2)).text).toContain('Quem mora no Sul.');
  expect(await site.operate('campaign', 'show', 9)).toMatchObject({ exitCode: 2 });
  expect(await site.operate('campaign', 'show', 2 ** 31)).toMatchObject({ exitCode: 2 });
});

test('a consent that people could refuse comes back neither as a required one nor with another sentence', async () => {
  let brand: Unchecked;
  const remove = ({ campaign }: Unchecked) => {
    brand = campaign.registerOptins.shift();
  };
  const add = (change: object) => (campaign: Unchecked) =>
    campaign.campaign.registerOptins.push({ ...brand, ...change });
  expect(await apply(remove)).toMatchObject({ exitCode: 0 });
  const required = await apply(add({ required: true }), '--force', '--reason', 'Nova regra');
  expect(required.text).toContain('campaign.registerOptins[BRAND]: quem deu este consentimento');
  const reworded = await apply(add({ name: 'Quero tudo.' }), '--force', '--reason', 'Nova frase');
  expect(reworded.text).toContain('campaign.registerOptins[BRAND]: páginas abertas ainda mostram');
  expect(await apply(add({}))).toMatchObject({ exitCode: 0 });
});

test('a file takes back no change that others made since it was written, unless it is forced', async () => {
  const rewrite = (answer: string) => (campaign: Unchecked) => {
    campaign.campaign.description = answer;
  };
  const file = await fileWith(rewrite('Outra frase'));
  const overtaken = await readFile(file, 'utf8');
  await apply(newAnswer, '--author', 'Rosa', '--reason', 'Sac');
  await writeFile(file, overtaken);
  const refused = await site.operate('campaign', 'apply', file);
  expect(refused.exitCode).toBe(1);
  expect(refused.text).toMatch(/O arquivo é da versão 1 .+\(2 de Rosa\).+\n {2}faq\[1\]\.answer$/);
  const forced = await site.operate('campaign', 'apply', file, '--force');
  expect(forced.text).toContain('Version 3 holds, 2 changes:');
  // The author of version 3 goes on from what it holds.
  await writeFile(file, overtaken.replace('Outra frase', 'Mais uma'));
  expect((await site.operate('campaign', 'apply', file)).text).toContain('Version 4 holds');
});

test('a file of an earlier version changes nothing that someone else has changed since, nor anything in it', async () => {
  const answer = (text: string) => (campaign: Unchecked) => {
    campaign.faq[0].answer = text;
  };
  const file = await fileWith(answer('A de Bia'));
  const ofBia = await readFile(file, 'utf8');
  await apply(answer('A de Rosa'), '--author', 'Rosa');
  const applyAs = async (author: string, text: string) => {
    await writeFile(file, text);
    return site.operate('campaign', 'apply', file, '--author', author);
  };
  expect((await applyAs('Bia', ofBia)).text).toMatch(/\(2 de Rosa\).+\n {2}faq\[1\]\.answer$/);
  expect((await applyAs('Rosa', ofBia)).text).toContain('Version 3 holds');
  expect((await applyAs('Bia', ofBia)).text).toBe('Nothing differs from version 3.');
  const { faq, ...rest } = JSON.parse(ofBia);
  const removed = await applyAs('Bia', JSON.stringify({ ...rest, faq: faq.slice(1) }));
  expect(removed.text).toMatch(/\(3 de Rosa, 2 de Rosa\).+\n {2}faq\[1\]$/);
});

test('a prize that the version in force already gives twice stops no other change', async () => {
  for (const table of ['campaigns', 'campaign_versions']) {
    await site.query(
      `update ${table} set snapshot =
         jsonb_set(snapshot, '{campaign,engines,3,details,prizes,0,campaignPrizeId}', '902')`,
    );
  }
  expect((await apply(newAnswer)).text).toContain('Version 2 holds, 1 change:');
});

test('what a restored version takes back needs a reason of the operator’s own', async () => {
  const more = (campaign: Unchecked) => {
    campaign.prizes.find((prize: Unchecked) => prize.id === 903).quantity += 1;
  };
  expect((await apply(more)).exitCode).toBe(0);
  const restore = (...words: string[]) => site.operate('campaign', 'restore', 1, ...words);
  expect((await restore('--force')).text).toContain('com --force e --reason');
  expect((await restore('--force', '--reason', 'Engano')).exitCode).toBe(0);
});

test('a change of the campaign shows in all answers of the gateway, even cached ones', async () => {
  await site.call(getCampaignEndpoint);
  await apply((campaign) => {
    campaign.campaign.description = 'Outra frase';
    campaign.incidentSubjects[0].description = 'Meu cadastro';
    campaign.prizes.push({ id: 910, description: 'Fio dental', quantity: 7 });
    const offer = { id: 505, campaignPrizeId: 910, points: 1, description: 'Fio dental' };
    campaign.campaign.engines[3].details.prizes.push(offer);
  });
  await site.follow();
  expect((await site.call(getCampaignEndpoint)).body.description).toBe('Outra frase');
  expect((await site.call(listIncidentSubjectsEndpoint)).body[0]?.description).toBe('Meu cadastro');
  const prizes = (await site.call(getPrizesEndpoint)).body;
  expect(prizes.find(({ id }) => id === 910)).toMatchObject({ quantity: 7 });
  const stranger = { ...(await site.signUp()), token: '' };
  expect((await site.sendReceipt(stranger, { totalAmount: 5 })).status).toBe(401);
});

test('fewer prizes, then as many as before: those redeemed meanwhile are not given twice', async () => {
  const ana = await site.signUp();
  const { id } = await sendFullReceipt(site, ana, 60);
  await moderate(site, Number(id), { to: 'APPROVED' });
  const order = { items: [{ prizeId: 501, quantity: 3 }] };
  const orders = [order, { items: [{ prizeId: 501, quantity: 1 }] }];
  for (const body of orders) {
    expect((await site.call(redeemEndpoint, { token: ana.token, body })).status).toBe(201);
  }
  const left = async () => {
    await site.follow();
    return (await site.call(getPrizesEndpoint)).body.find((prize) => prize.id === 903)?.quantity;
  };
  const before = await left();
  const two = (campaign: Unchecked) => {
    campaign.prizes.find((prize: Unchecked) => prize.id === 903).quantity = 2;
  };
  expect((await apply(two, '--force', '--reason', 'Engano')).exitCode).toBe(0);
  expect(await left()).toBe(0);
  const cancel = { id: 2, to: 'CANCELED' as const, now: site.clock.now };
  await site.gateway.database.transaction((queries) => moveRedemption(queries, cancel));
  expect(await left(), 'three are still redeemed, of two').toBe(0);
  expect((await site.operate('campaign', 'restore', 1, '--force')).exitCode).toBe(0);
  expect(await left()).toBe(Number(before) + 1);
});

test('a wrong file is refused as a whole, and changes nothing', async () => {
  const answer = await apply((campaign) => {
    campaign.campaign.engines[2].details.percentage = 200;
    campaign.faq[0].answer = '';
  });
  expect(answer.exitCode).toBe(1);
  expect(answer.text).toContain('2 problems, so it is not used.');
  expect(await versions()).toHaveLength(1);
});

test('a promise is broken only by force and with a reason, which is kept', async () => {
  const fewer = (campaign: Unchecked) => {
    campaign.prizes[1].quantity = 510;
    campaign.prizes[5].quantity = 20;
  };
  expect(await apply(fewer)).toMatchObject({
    exitCode: 1,
    text: 'NOT_ALLOWED_NOW: Isto quebra uma promessa; com --force e --reason vale assim mesmo:\n  prizes[906].quantity: o prometido foi 40',
  });
  expect((await apply(fewer, '--force')).exitCode).toBe(1);
  const forced = await apply(fewer, '--force', '--reason', 'Acabou no fornecedor');
  expect(forced.text).toContain('Forced: prizes[906].quantity (o prometido foi 40).');
  expect(await versions()).toMatchObject([{ forced: true, reason: 'Acabou no fornecedor' }, {}]);
  await site.follow();
  const left = (await site.call(getPrizesEndpoint)).body.map(({ id, quantity }) => [id, quantity]);
  expect(left).toContainEqual([902, 510]);
  expect(left).toContainEqual([906, 20]);
});

test('a change cannot touch what numbers were derived from, nor what was already drawn', async () => {
  const consumer = await site.signUp();
  expect((await site.sendReceipt(consumer)).status).toBe(201);
  for (const change of [
    (campaign: Unchecked) => (campaign.campaign.engines[0].details.rules[0].quantity = 3),
    (campaign: Unchecked) => (campaign.campaign.engines[0].details.seriesQty = 20),
    (campaign: Unchecked) => campaign.campaign.engines.pop(),
  ]) {
    const answer = await apply(change, '--force', '--reason', 'Queremos');
    expect(answer.text).toContain('Isto não pode mais mudar:');
  }
  expect(await versions()).toHaveLength(1);
});

const longer = (campaign: Unchecked) => {
  campaign.campaign.endsAt = '2031-12-31T23:59:59-03:00';
  campaign.campaign.engines[0].details.extractionAt = '2032-01-07T19:00:00-03:00';
};
const announced = (campaign: Unchecked) => {
  longer(campaign);
  campaign.hotsite.pages.regulations[0].version = '2';
  campaign.hotsite.pages.regulations[0].notice = 'O período foi prorrogado.';
};
const nextExtraction = (campaign: Unchecked) => {
  campaign.campaign.engines[0].details.extractionAt = '2032-01-10T19:00:00-03:00';
  campaign.hotsite.pages.regulations[0].version = '3';
};

test('a change of committed facts needs force, a reason and a new regulation', async () => {
  expect((await apply(longer, '--reason', 'Chuva')).text).toMatch(
    /só vale com --force, --reason e um regulamento .+\n.+os prêmios na hora mantêm suas horas/,
  );
  expect((await apply(longer, '--reason', 'Chuva', '--force')).text).toContain(
    'Isto está nos compromissos: dê a um regulamento outra "version"',
  );
  expect((await apply(announced, '--force')).text).toContain('com --force e --reason vale');
  expect((await apply(announced, '--reason', 'Chuva', '--force')).text).toContain(
    'The ledger tells',
  );
  await site.follow();
  expect((await site.call(getCampaignEndpoint)).body.endsAt).toBe('2031-12-31T23:59:59-03:00');
});

test('the ledger and its verifier tell each change of committed facts', async () => {
  await apply(announced, '--reason', 'Chuva', '--force');
  expect((await apply(nextExtraction)).text).toContain('informe --reason, que o registro publica');
  expect((await apply(nextExtraction, '--reason', 'Prazo')).exitCode).toBe(0);
  const [opened, first, second] = (await readLedger(site)) as Unchecked[];
  const { type: _, at: __, ...commitments } = opened;
  expect(first).toMatchObject({
    type: 'COMMITMENTS_CHANGED',
    before: commitments,
    reason: 'Chuva',
    regulationVersion: '2',
  });
  expect(first.after).toMatchObject({
    endsAt: '2031-12-31T23:59:59-03:00',
    schedules: opened.schedules,
  });
  expect(second.before).toEqual(first.after);
  const state = emptyReplayState();
  for (const entry of [opened, first, second]) expect(await applyNext(state, entry)).toBeNull();
  expect(state.notes.join('\n')).toContain('pela versão 2 do regulamento: Chuva');
  expect(second.after.draws[0].rules).toEqual({
    prizes: [901],
    alternates: 5,
    maxRewardsByConsumer: null,
    extractionAt: '2032-01-10T19:00:00-03:00',
    disqualified: 'NEXT',
    numbersPerReceipt: 11,
  });
});

test('committed facts of a draw stay once its extraction was held', async () => {
  await apply(announced, '--reason', 'Chuva', '--force');
  site.clock.now = new Date('2032-01-07T19:00:00-03:00');
  expect((await apply(nextExtraction, '--reason', 'Outra')).text).toContain(
    'Isto não pode mais mudar: a extração do sorteio 101 já ocorreu.',
  );
});

test('what a draw gives away is committed, whichever list changes it', async () => {
  const withoutCatalogueEntry = (campaign: Unchecked) => {
    campaign.campaign.engines[3].details.prizes.splice(3, 1);
  };
  const forced = ['--force', '--reason', 'Fora do catálogo'];
  expect((await apply(withoutCatalogueEntry, ...forced)).text).toContain(
    'Isto está nos compromissos: dê a um regulamento outra "version"',
  );
  const withVersion = (campaign: Unchecked) => {
    withoutCatalogueEntry(campaign);
    campaign.hotsite.pages.regulations[0].version = '2';
    campaign.hotsite.pages.regulations[0].notice = 'O kit passou ao sorteio.';
  };
  expect((await apply(withVersion, ...forced)).text).toContain('The ledger tells');
  const [, changed] = (await readLedger(site)) as Unchecked[];
  expect(changed.after.draws[0].rules.prizes).toEqual([901, ...Array(40).fill(906)]);
});

test('after the extraction a draw can still become what the ledger says, and nothing else', async () => {
  const { snapshot, database } = site.gateway;
  const wrong: Unchecked = structuredClone(snapshot);
  wrong.campaign.engines[3].details.prizes.splice(3, 1);
  await database.query('update campaigns set snapshot = $1::jsonb', [JSON.stringify(wrong)]);
  const { extractionAt } = snapshot.campaign.engines[0]?.details ?? {};
  site.clock.now = new Date(Date.parse(String(extractionAt)) + 3_600_000);
  expect(await site.operate('close')).toMatchObject({ exitCode: 0 });
  const another = (campaign: Unchecked) => {
    campaign.prizes.push({ id: 907, description: 'Kit', quantity: 1 });
  };
  const forced = ['--force', '--reason', 'Engano'];
  expect((await apply(another, ...forced)).text).toContain('Isto não pode mais mudar:');
  expect(await site.operate('campaign', 'restore', 1, ...forced)).toMatchObject({ exitCode: 0 });
  expect((await readLedger(site)).map(({ type }) => type)).not.toContain('COMMITMENTS_CHANGED');
});

test('an engine’s id may be written as a text', async () => {
  const sameIdAsText = (campaign: Unchecked) => {
    campaign.campaign.engines[0].id = '101';
  };
  expect((await apply(sameIdAsText)).exitCode).toBe(0);
});

test('a fund never becomes smaller than what receipts have reserved', async () => {
  const consumer = await site.signUp();
  await site.sendReceipt(consumer, { totalAmount: 300 });
  const fund = (totalAmount: number) =>
    apply(
      (campaign) => (campaign.campaign.engines[2].details.totalAmount = totalAmount),
      '--force',
      '--reason',
      'Verba',
    );
  expect((await fund(20)).text).toContain('as notas já têm R$\u00a030,00 reservados');
  expect((await fund(30)).exitCode).toBe(0);
  expect(await site.query('select total_centavos::int as total from cashback_funds')).toEqual([
    { total: 3000 },
  ]);
});

test('pictures beside the file are imported, and those of earlier versions may be missing', async () => {
  const folder = site.gateway.settings.dataDirectory;
  const picture = join(folder, 'fotos/novo.svg');
  await mkdir(dirname(picture), { recursive: true });
  await writeFile(picture, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const withPicture = (campaign: Unchecked) => {
    campaign.prizes[0].hotsiteImageUrl = '/fotos/novo.svg';
  };
  expect((await apply(withPicture)).exitCode).toBe(0);
  const saved = await site.operate('campaign', 'save', join(folder, 'saved'));
  expect(saved.text).toContain('campaign.json and 1 pictures.');
  expect(await readFile(join(folder, 'saved/fotos/novo.svg'), 'utf8')).toContain('<svg');
  const text = await readFile(join(folder, 'saved/campaign.json'), 'utf8');
  expect(text).toMatch(
    /^\{\n {2}"\$version": 2,\n {2}"campaign": \{\n {4}"id": 19,\n {4}"customerId": 7,/,
  );
  await writeFile(picture, '');
  expect((await apply(newAnswer)).exitCode).toBe(0);
  const missing = await apply((campaign) => {
    campaign.prizes[0].hotsiteImageUrl = '/fotos/nada.svg';
  });
  expect(missing.text).toContain('there is no picture /fotos/nada.svg');
});

test('a picture that is replaced under its own name is a new version, and comes back with the old one', async () => {
  const folder = join(site.gateway.settings.dataDirectory, 'saved');
  const picture = join(folder, 'fotos/kit.svg');
  const draw = (colour: string) => writeFile(picture, `<svg fill="${colour}"/>`);
  const applySaved = () => site.operate('campaign', 'apply', join(folder, 'campaign.json'));
  const saveAgain = async () => {
    await site.operate('campaign', 'save', folder);
    return readFile(picture, 'utf8');
  };
  await mkdir(dirname(picture), { recursive: true });
  await draw('red');
  await rename(
    await fileWith((campaign) => (campaign.prizes[0].hotsiteImageUrl = '/fotos/kit.svg')),
    join(folder, 'campaign.json'),
  );
  expect((await applySaved()).exitCode).toBe(0);
  expect((await applySaved()).text).toBe('Nothing differs from version 2.');

  await draw('blue');
  expect((await applySaved()).text).toMatch(
    /^Version 3 holds, 1 change:\n\/fotos\/kit\.svg\n {4}- [\da-f]{64}\n {4}\+ [\da-f]{64}$/,
  );
  await draw('green');
  expect(await saveAgain()).toContain('blue');
  expect((await site.operate('campaign', 'restore', 2)).text).toContain('Version 4 holds');
  expect(await saveAgain()).toContain('red');

  await draw('blue');
  expect((await applySaved()).text).toContain('Version 5 holds');
  await draw('red');
  expect((await applySaved()).text).toMatch(/desfaria mudanças .+\n {2}\/fotos\/kit\.svg$/);
});

test('a start warns of a file that differs, refuses another campaign’s, and serves the newest version', async () => {
  const { settings, database } = site.gateway;
  const campaignFile = await fileWith(newAnswer);
  const warnings: string[] = [];
  const start = (file: string | null) =>
    loadOrCreateCampaign(
      database,
      { ...settings, campaignFile: file },
      {
        now: site.clock.now,
        warn: (sentence) => warnings.push(sentence),
      },
    );
  await start(campaignFile);
  expect(warnings).toEqual([
    `${campaignFile} differs from version 1 in the database, which holds, in 1 members (faq[1].answer): see and apply it by operator campaign apply.`,
  ]);
  await apply(newAnswer);
  const newest = await start(null);
  expect(newest.version).toBe(2);
  expect(JSON.stringify(newest.snapshot)).toContain('Quem mora no Sul.');

  const other = JSON.parse(await readFile(campaignFile, 'utf8'));
  other.campaign.id = 27;
  await writeFile(campaignFile, JSON.stringify(other));
  await expect(start(campaignFile)).rejects.toThrow(
    'The database holds campaign 19, and the file is of campaign 27: a database takes no second campaign',
  );
  expect((await site.operate('campaign', 'apply', campaignFile)).text).toContain(
    'O banco de dados é da campanha 19, e o arquivo é da campanha 27: um banco não recebe outra campanha.',
  );
});

test('a file changes only the named one of a database’s campaigns', async () => {
  const { database, snapshot } = site.gateway;
  const other = { ...snapshot, campaign: { ...snapshot.campaign, id: 27 } };
  const seededAt = site.clock.now;
  const row = { id: 27, variant: 'all', window: 'live', snapshot: other, seededAt };
  const file = await fileWith(newAnswer);
  await insertCampaign(database, row);
  await insertVersion(database, 27, {
    version: 1,
    snapshot: other,
    pictures: {},
    author: 'gateway',
    reason: 'embedded',
    forced: false,
    createdAt: seededAt,
    rebuildTakenAt: seededAt,
  });
  expect(await site.operate('campaign', 'apply', file, '--campaign', 27)).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining(
      'O banco de dados é da campanha 27, e o arquivo é da campanha 19:',
    ),
  });
});

test('a build service is asked once for each version, again where it failed or its gateway died', async () => {
  const requests: string[] = [];
  let status = 500;
  const service = createServer((request, response) => {
    request.on('data', (text) => requests.push(String(text)));
    request.on('end', () => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const rebuildHook = `http://127.0.0.1:${(service.address() as AddressInfo).port}/build`;
  const { settings, database } = site.gateway;
  const context = { now: () => site.clock.now, log: () => {}, passwordCost: 2 };
  const gateways = await Promise.all(
    [1, 2].map(() =>
      startUp({ ...settings, rebuildHook }, { ...database, close: async () => {} }, context),
    ),
  );
  for (const { followCampaign: follow } of gateways) await follow();
  expect(requests).toEqual([]);
  await apply(newAnswer);
  await expect(gateways[0]?.followCampaign()).rejects.toThrow('REBUILD_HOOK answered 500');
  status = 204;
  site.passTime(5000);
  for (const { followCampaign: follow } of gateways) await follow();
  expect(requests).toEqual(Array(2).fill('{"campaign":19,"version":2}'));

  await apply((campaign) => {
    campaign.faq[0].answer = 'Quem mora no Norte.';
  });
  await claimRebuild(database, 19, site.clock.now);
  for (const { followCampaign: follow } of gateways) await follow();
  expect(requests.slice(2)).toEqual([]);
  site.passTime(61_000);
  for (const { followCampaign: follow } of gateways) await follow();
  expect(requests.slice(2)).toEqual(['{"campaign":19,"version":3}']);

  status = 500;
  for (const answer of ['Quem mora no Leste.', 'Quem mora no Oeste.']) {
    await apply((campaign) => {
      campaign.faq[0].answer = answer;
    });
  }
  await expect(gateways[0]?.followCampaign()).rejects.toThrow('REBUILD_HOOK answered 500');
  status = 204;
  for (const seconds of [1, 61]) {
    site.passTime(seconds * 1000);
    for (const { followCampaign: follow } of gateways) await follow();
  }
  expect(requests.slice(3)).toEqual(Array(2).fill('{"campaign":19,"version":5}'));
  const rebuildAccepted = site.clock.now.toISOString();
  expect((await versions())[1]).toMatchObject({ version: 4, rebuildAccepted });
  expect(await site.operateRows('campaign', 'rebuild')).toEqual([{ campaign: 19, version: 5 }]);
  expect((await versions())[0]).toMatchObject({ rebuildAccepted: null });
  for (const { followCampaign: follow } of gateways) await follow();
  expect(requests.slice(5)).toEqual(['{"campaign":19,"version":5}']);
  for (const { close } of gateways) await close();
  service.close();
});

test('a build service that refuses is asked after waits that double, and at once about a new version', async () => {
  const { settings, database } = site.gateway;
  const versionsAsked: number[] = [];
  let status = 500;
  const fetch: typeof globalThis.fetch = async (_, options) => {
    versionsAsked.push(JSON.parse(String(options?.body)).version);
    return new Response(null, { status });
  };
  const gateway = await startUp(
    { ...settings, rebuildHook: 'https://build.example' },
    { ...database, close: async () => {} },
    { now: () => site.clock.now, log: () => {}, passwordCost: 2, fetch },
  );
  const follow = () => gateway.followCampaign().catch(() => {});
  const attemptsAfter = async (seconds: number) => {
    site.passTime(seconds * 1000);
    const before = versionsAsked.length;
    for (let time = 0; time < 3; time += 1) await follow();
    return versionsAsked.length - before;
  };
  await apply(newAnswer);
  const attempts: number[] = [];
  for (const wait of [0, 4, 1, 9, 1, 19, 1]) attempts.push(await attemptsAfter(wait));
  expect(attempts).toEqual([1, 0, 1, 0, 1, 0, 1]);
  for (const wait of [40, 80, 160, 300, 300]) expect(await attemptsAfter(wait)).toBe(1);

  await apply((campaign) => {
    campaign.faq[0].answer = 'Quem mora no Norte.';
  });
  status = 204;
  await follow();
  site.passTime(3_600_000);
  await follow();
  expect(versionsAsked.slice(9)).toEqual([3]);
  await gateway.close();
});

test('a build service is asked once more by one gateway when the last prize closes a campaign, and when one comes back', async () => {
  const requests: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (_, options) => {
    requests.push(JSON.parse(String(options?.body)));
    return new Response(null, { status: 204 });
  };
  const { settings, database } = site.gateway;
  await changeCampaign(site, ({ engines, ...campaign }) => ({
    ...campaign,
    engines: engines.filter(({ type }) => type === 'COLLECT_TO_WIN'),
  }));
  const shared = { ...database, close: async () => {} };
  const context = { now: () => site.clock.now, log: () => {}, passwordCost: 2, fetch };
  const withHook = { ...settings, rebuildHook: 'https://build.example' };
  const gateways = await Promise.all([1, 2].map(() => startUp(withHook, shared, context)));
  const stockUp = async (quantity: number) => {
    await database.query('update prize_stock set quantity = $1', [quantity]);
    for (const { followCampaign: follow } of gateways) await follow();
    const [soldOut, ...others] = gateways.map(({ isSoldOut }) => isSoldOut());
    expect(others).toEqual([soldOut]);
    return [soldOut, requests.length];
  };
  expect(await stockUp(2)).toEqual([false, 0]);
  expect(await stockUp(1)).toEqual([false, 0]);
  expect(await stockUp(0)).toEqual([true, 1]);
  expect(await stockUp(0)).toEqual([true, 1]);
  expect(await stockUp(1)).toEqual([false, 2]);
  expect(requests[0]).toEqual({ campaign: 19, version: 1 });
  await database.query('update prize_stock set quantity = 0');
  const next = await startUp(withHook, shared, context);
  await next.followCampaign();
  expect(requests, 'sold out while no gateway looked').toHaveLength(3);
  for (const { close } of [...gateways, next]) await close();
});

test('changed ten times while receipts come in through four gateways, nothing is lost', async () => {
  const databaseUrl = await createPostgresDatabase();
  const crowd = await openGateways(4, {
    variant: 'all',
    databaseUrl,
  });
  const consumer = await crowd.signUp();
  const file = (quantity: number) =>
    fileWith((campaign: Unchecked) => {
      campaign.prizes[5].quantity = quantity;
      campaign.faq[0].answer = `Versão de ${quantity}`;
    }, crowd);
  const sending = Array.from({ length: 24 }, () => crowd.sendReceipt(consumer));
  for (let quantity = 41; quantity <= 50; quantity += 1) {
    const answer = await crowd.operate('campaign', 'apply', await file(quantity));
    expect(answer.exitCode, answer.text).toBe(0);
  }
  const statuses = (await Promise.all(sending)).map(({ status }) => status);
  expect(statuses).toEqual(Array(24).fill(201));
  const [counted] = await crowd.query<{ numbers: number; stock: number }>(
    `select (select count(*)::int from lucky_numbers) as numbers,
       (select quantity from prize_stock where campaign_prize_id = 906) as stock`,
  );
  expect(counted).toEqual({ numbers: 24, stock: 50 });
  const issued = (await readLedger(crowd)).filter(({ type }) => type === 'NUMBERS_ISSUED');
  expect(issued).toHaveLength(24);
  await crowd.close();
});

test('simultaneous changes become a version each', async () => {
  const database = await openDatabase(await createPostgresDatabase());
  const own = await openGateway({ database });
  const files = await Promise.all(
    [1, 2, 3].map(async (number) => {
      const { text } = await own.operate('campaign', 'show');
      const campaign: CampaignSnapshot = JSON.parse(text);
      const file = join(own.gateway.settings.dataDirectory, `${number}.json`);
      await writeFile(file, JSON.stringify({ ...campaign, faq: campaign.faq.slice(number) }));
      return file;
    }),
  );
  const answers = await Promise.all(
    files.map((file) => own.operate('campaign', 'apply', file, '--force')),
  );
  expect(answers.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  const rows = await database.query('select version from campaign_versions order by version');
  expect(rows).toEqual([1, 2, 3, 4].map((version) => ({ version })));
  await own.close();
  await database.close();
});
