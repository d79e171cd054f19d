import { npmPackage, packedPackage } from './npm-package.ts';
import { compileScripts, publishVersion, version, versionFiles } from './versions.ts';

// `node widgets/build/publish-version.ts` publishes the version of package.json.
try {
  const npm = packedPackage(await npmPackage());
  await publishVersion(version, versionFiles(await compileScripts(), npm));
  process.stdout.write(`Kept in widgets/published/${version}: commit it.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
