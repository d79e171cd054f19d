import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { embeddedCampaign } from '../../src/campaign/embedded.ts';
import { runCommand } from '../../src/gateway/cli/run-command.ts';
import { allCommands } from '../../src/gateway/operator.ts';
import { startServer } from '../../src/gateway/server.ts';
import { temporaryFolder } from '../support/folder.ts';

const options = { window: 'live', variant: '19', tenantId: 'embedded' } as const;
const right = embeddedCampaign({ ...options, today: '2026-11-22' });
const wrong = { ...right, faq: 'none', secrets: null };

/** A command line that may open no database. */
function operate(directory: string, ...words: string[]) {
  return runCommand(words, {
    commands: allCommands,
    open: () => Promise.reject(new Error('No database may be opened')),
    user: 'tester',
    directory,
    progress: () => {},
  });
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
