import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JudgedChange } from '../../campaign/change-rules.ts';
import { readCampaignText } from '../../campaign/checks/campaign-text.ts';
import { campaignSchema } from '../../campaign/checks/json-schema.ts';
import { inOrder } from '../../campaign/checks/shape.ts';
import { readCampaignFile } from '../../campaign/load.ts';
import { hashesOf, picturePaths, readPictures } from '../../campaign/pictures.ts';
import { CampaignSnapshot, parseSnapshot, showChanges } from '../../campaign/snapshot.ts';
import {
  type Command,
  type CommandCall,
  campaignIdFor,
  fileArgument,
  idOf,
  snapshotFor,
} from '../cli/command.ts';
import { UsageError } from '../cli/options.ts';
import type { Queries } from '../db/database.ts';
import { campaignIdOf, findCampaignVersion, requestRebuild } from '../db/queries/campaigns.ts';
import { isRefusal, notAllowedNow, type Refusal } from '../refusal.ts';
import { type AppliedChange, applyCampaign } from './change-campaign.ts';
import { findPicture, findVersion, findVersions } from './version-queries.ts';

export const campaignCommands: readonly Command[] = [
  {
    usage: 'campaign check <file>',
    does: 'lists everything that is wrong with a campaign’s file: where, and what would be right;\nopens no database and changes nothing',
    async runOnFiles(call) {
      let nothing = 'Nothing';
      const warn = (text: string) => {
        nothing = 'Nothing else';
        call.progress(text);
      };
      const { campaign } = await readCampaignFile(fileArgument(call), {
        warn,
        advise: call.progress,
      });
      return `${nothing} is wrong: campaign ${campaign.id}, ${campaign.name}, from ${campaign.startsAt} to ${campaign.endsAt}.`;
    },
  },
  {
    usage: 'campaign schema',
    does: 'writes the JSON Schema of a campaign’s file, with which editors complete and check it',
    runOnFiles: async () => JSON.stringify(campaignSchema(), null, 2),
  },
  {
    usage: 'campaign show [<version>]',
    does: 'prints the campaign’s data as a file: the current version, or an earlier one',
    run: show,
  },
  {
    usage: 'campaign save <folder> [<version>]',
    does: 'writes the same into a folder, as campaign.json with its pictures beside it',
    run: save,
  },
  {
    usage: 'campaign apply <file> [--reason <text>] [--force] [--author <name>]',
    does: `
      puts the data of a file into force, if all of it is right;
      shows what changes, with --dry-run only that;
      refuses to break a promise unless forced with a reason,
      and always to change how numbers were given out`,
    run: (call) => call.database.transaction((queries) => applyFile(queries, call)),
  },
  {
    usage: 'campaign history',
    does: `
      lists the versions: when, who, why, whether it was forced,
      and when the service at REBUILD_HOOK last accepted to build the site of it`,
    run: history,
  },
  {
    usage: 'campaign rebuild',
    does: `
      asks the service at REBUILD_HOOK to build the site again,
      as when it accepted a build, which then failed; npm start needs no such service`,
    run: ({ database, options }) =>
      database.transaction(async (queries) => {
        const id = await campaignIdFor(queries, options);
        await requestRebuild(queries, id);
        return [{ campaign: id, version: await findCampaignVersion(queries, id) }];
      }),
  },
  {
    usage: 'campaign restore <version> [--reason <text>] [--force] [--author <name>]',
    does: 'puts an earlier version into force again, as a new one, by the rules of apply',
    run: (call) => call.database.transaction((queries) => restoreVersion(queries, call)),
  },
];

async function show({ database, options, words }: CommandCall): Promise<string> {
  const id = await campaignIdFor(database, options);
  return fileText(await versionNamed(database, id, words[0]));
}

async function save(call: CommandCall): Promise<string> {
  const { database, options, words } = call;
  const id = await campaignIdFor(database, options);
  const saved = await versionNamed(database, id, words[1]);
  const { pictures } = saved;
  const folder = fileArgument(call);
  const file = join(folder, 'campaign.json');
  if (options['dry-run']) return `${file} and ${Object.keys(pictures).length} pictures.`;
  await mkdir(folder, { recursive: true });
  await writeFile(file, fileText(saved));
  for (const [path, sha256] of Object.entries(pictures)) {
    const bytes = await findPicture(database, id, sha256);
    if (!bytes) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  return `${file} and ${Object.keys(pictures).length} pictures.`;
}

function fileText({ snapshot, version }: { snapshot: unknown; version: number }): string {
  const ordered = Object(inOrder(CampaignSnapshot, snapshot));
  return JSON.stringify({ $version: version, ...ordered }, null, 2);
}

/** The version that `fileText` wrote; null in one from elsewhere. */
async function versionIn(file: string): Promise<number | null> {
  const { $version: version } = Object(readCampaignText(await readFile(file, 'utf8')).value);
  return typeof version === 'number' ? version : null;
}

async function applyFile(queries: Queries, call: CommandCall): Promise<string | Refusal> {
  const file = fileArgument(call);
  const current = await snapshotFor(queries, call.options);
  const id = campaignIdOf(current.campaign);
  const { pictures } = await versionNamed(queries, id, undefined);
  const isStored = (path: string) => path in pictures || picturePaths(current).includes(path);
  const snapshot = await readCampaignFile(file, {
    isStored,
    former: current,
    warn: call.progress,
    advise: call.progress,
  });
  if (campaignIdOf(snapshot.campaign) !== id) {
    return notAllowedNow(
      `O banco de dados é da campanha ${id}, e o arquivo é da campanha ${snapshot.campaign.id}: um banco não recebe outra campanha.`,
    );
  }
  const files = await readPictures(file, snapshot);
  const hashes = { ...pictures, ...hashesOf(files) };
  const shownPictures = picturePaths(snapshot).flatMap((path) =>
    hashes[path] ? [[path, hashes[path]]] : [],
  );
  return describeChange(
    call,
    await applyCampaign(queries, {
      ...authorship(call),
      basedOn: await versionIn(file),
      snapshot,
      pictures: Object.fromEntries(shownPictures),
      files,
    }),
  );
}

async function restoreVersion(queries: Queries, call: CommandCall): Promise<string | Refusal> {
  const id = await campaignIdFor(queries, call.options);
  const version = String(idOf(call.words[0]));
  const { snapshot, pictures } = await versionNamed(queries, id, version);
  return describeChange(
    call,
    await applyCampaign(queries, {
      ...authorship(call),
      basedOn: null,
      remark: `version ${version} again`,
      snapshot: parseSnapshot(snapshot, 'the database'),
      pictures,
      files: [],
    }),
  );
}

function authorship({ options, author: user, now }: CommandCall) {
  const { reason, author, force } = options;
  return {
    author: author ?? user,
    reason: reason?.trim() || null,
    isForced: force === true,
    now,
  };
}

function describeChange(
  { options }: CommandCall,
  applied: AppliedChange | Refusal,
): string | Refusal {
  if (isRefusal(applied)) return applied;
  const { version, changes } = applied;
  if (changes.length === 0) return `Nothing differs from version ${version}.`;
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  const verb = options['dry-run'] ? 'would hold' : 'holds';
  return [`Version ${version} ${verb}, ${count}:`, showChanges(changes), ...notes(changes)].join(
    '\n',
  );
}

function notes(changes: readonly JudgedChange[]): string[] {
  const forced = changes.filter(({ permission }) => permission === 'PROMISE');
  return [
    ...forced.map(({ path, why }) => `Forced: ${path} (${why}).`),
    ...(changes.some(({ isCommitted }) => isCommitted)
      ? ['The ledger tells that the commitments changed, and why.']
      : []),
  ];
}

async function history({ database, options }: CommandCall) {
  const id = await campaignIdFor(database, options);
  const versions = await findVersions(database, id, 1000);
  return versions.map(({ version, createdAt, author, forced, reason, rebuildTakenAt }) => ({
    version,
    at: createdAt,
    author,
    forced,
    reason,
    rebuildAccepted: rebuildTakenAt,
  }));
}

/** Defaults to the current version. @throws UsageError for an unknown version */
async function versionNamed(queries: Queries, campaignId: number, word: string | undefined) {
  const number = word === undefined ? await findCampaignVersion(queries, campaignId) : idOf(word);
  const foundVersion = await findVersion(queries, campaignId, number);
  if (!foundVersion) throw new UsageError(`There is no version ${word}; see campaign history.`);
  return { ...foundVersion, version: number };
}
