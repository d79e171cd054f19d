import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { embeddedCampaign, loadCampaign } from '../../src/campaign/load.ts';
import { runCommand } from '../../src/gateway/cli/run-command.ts';
import { loadOrCreateCampaign } from '../../src/gateway/load-or-create-campaign.ts';
import { allCommands } from '../../src/gateway/operator.ts';
import { startServer } from '../../src/gateway/server.ts';
import { readSettings } from '../../src/gateway/settings/settings.ts';
import { startBucket } from '../support/bucket.ts';
import { openDatabase, secretsKey } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { createPostgresDatabase } from '../support/postgres.ts';

const options = { window: 'live', variant: '19', tenantId: 'embedded' } as const;
const right = embeddedCampaign({ ...options, today: '2026-11-22' });
/** As files of promotions that began some time ago are. */
const unsettled = structuredClone(right);
for (const { type, details } of unsettled.campaign.engines) {
  if (type === 'DRAW') Object.assign(details, { alternates: null, extractionAt: null });
}
const winnersInPicture = structuredClone(right);
const winnerPage = {
  WINNER_PAGE_ENABLED: 'true',
  WINNER_PAGE_TYPE: 'IMAGE',
  WINNER_PDF_URL: 'https://brisal.example/ganhadores',
};
for (const [code, value] of Object.entries(winnerPage)) {
  const setting = winnersInPicture.campaign.parameters.find((each) => each.code === code);
  if (setting) setting.value = value;
}
const wrong = { ...right, faq: 'none', secrets: null };

/** A command line that may open no database. */
async function operate(directory: string, ...words: string[]) {
  const progress: string[] = [];
  const result = await runCommand(words, {
    commands: allCommands,
    open: () => Promise.reject(new Error('No database may be opened')),
    user: 'tester',
    directory,
    progress: (sentence) => progress.push(sentence),
  });
  return { ...result, progress };
}

test('the operator checks a file without a database, and gets the schema for an editor', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder.path, 'right.json'), JSON.stringify(right));
  await writeFile(join(folder.path, 'wrong.json'), JSON.stringify(wrong));
  expect(await operate(folder.path, 'campaign', 'check', 'right.json')).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('Nothing is wrong: campaign 19, Escovou, Brilhou!'),
  });
  const refused = await operate(folder.path, 'campaign', 'check', 'wrong.json');
  expect(refused.exitCode).toBe(1);
  expect(refused.text).toContain('2 problems, so it is not used.');
  expect(refused.text).toMatch(/1:\d+ faq: is "none"\. Write a list/);
  expect(await operate(folder.path, 'campaign', 'check')).toMatchObject({ exitCode: 2 });
  expect((await operate(folder.path, 'campaign', 'check', 'none.json')).text).toContain(
    'the file cannot be read',
  );
  const schema = await operate(folder.path, 'campaign', 'schema');
  expect(JSON.parse(schema.text).properties.campaign.properties.startsAt.type).toBe('string');
  await folder.remove();
});

test('the file of a promotion that began without alternates is right, with a warning', async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'begun.json');
  await writeFile(file, JSON.stringify(unsettled));
  const { exitCode, text, progress } = await operate(folder.path, 'campaign', 'check', file);
  expect({ exitCode, text }).toEqual({
    exitCode: 0,
    text: expect.stringContaining('Nothing else is wrong: campaign 19'),
  });
  expect(progress).toEqual([
    expect.stringMatching(/goes on; a new one does not start .+:\n {2}1:\d+ .+\n {2}1:\d+ .+$/),
  ]);
  expect(await loadCampaign({ CAMPAIGN_FILE: file })).toEqual(unsettled);
  const start = startServer({ CAMPAIGN_FILE: file, DATA_DIR: join(folder.path, 'data') });
  await expect(start).rejects.toThrow('details.extractionAt: no extraction decides the draw');
  await folder.remove();
});

test('advice on a file is no fault of it', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder.path, 'picture.json'), JSON.stringify(winnersInPicture));
  const { text, progress } = await operate(folder.path, 'campaign', 'check', 'picture.json');
  expect(text).toContain('Nothing is wrong: campaign 19');
  expect(progress).toEqual([expect.stringContaining('Allowed, but not for everyone:')]);
  await folder.remove();
});

test('a first start with a file gives the advice on it, later ones do not repeat it', async () => {
  const folder = await temporaryFolder();
  const campaignFile = join(folder.path, 'picture.json');
  await writeFile(campaignFile, JSON.stringify(winnersInPicture));
  const database = await openDatabase(await createPostgresDatabase());
  const start = async () => {
    const warnings: string[] = [];
    const settings = { ...readSettings({}), campaignFile };
    const warn = (sentence: string) => warnings.push(sentence);
    await loadOrCreateCampaign(database, settings, { now: new Date('2026-11-22T12:00:00Z'), warn });
    return warnings.join();
  };
  expect(await start()).toContain('Allowed, but not for everyone:');
  expect(await start()).not.toContain('Allowed');
  await database.close();
  await folder.remove();
});

test('a start with a wrong file says all of it, and leaves nothing behind', async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'wrong.json');
  await writeFile(file, JSON.stringify(wrong));
  const start = startServer({
    CAMPAIGN_FILE: file,
    DATA_DIR: join(folder.path, 'data'),
    PORT: '49151',
  });
  await expect(start).rejects.toThrow('2 problems, so it is not used.');
  expect(await readdir(folder.path)).toEqual(['wrong.json']);
  await folder.remove();
});

test('a promotion in PostgreSQL starts again although its file is wrong by now, and no folder was made', async () => {
  const folder = await temporaryFolder();
  const CAMPAIGN_FILE = join(folder.path, 'campaign.json');
  const DATABASE_URL = await createPostgresDatabase();
  const bucket = await startBucket();
  const start = async () =>
    startServer({
      ...secretsKey,
      CAMPAIGN_FILE,
      DATABASE_URL,
      DATA_DIR: join(folder.path, 'data'),
      STORAGE_URL: `s3://key:secret@${bucket.host}/notas`,
      SMTP_URL: 'smtp://127.0.0.1:9',
      PORT: String(await freePort()),
      LOG_LEVEL: 'error',
    });
  await writeFile(CAMPAIGN_FILE, JSON.stringify(right));
  await (await start()).stop();
  await writeFile(CAMPAIGN_FILE, JSON.stringify(wrong));
  const again = await start();
  expect(again.version()).toBe(1);
  expect(await readdir(folder.path)).toEqual(['campaign.json']);
  await again.stop();
  await bucket.close();
  await folder.remove();
});
