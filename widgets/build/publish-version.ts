import { publishVersion } from './published.ts';
import { version } from './version.ts';
import { compileScripts, versionFiles } from './version-files.ts';

// `node widgets/build/publish-version.ts` publishes the version of package.json.
try {
  await publishVersion(version, versionFiles(await compileScripts()));
  process.stdout.write(`Kept in widgets/published/${version}: commit it.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
