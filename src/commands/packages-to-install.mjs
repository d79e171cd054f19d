/**
 * What npm has to install: running needs the dependencies, tests everything. npm removes what it is
 * not asked for, so once the packages of the tests are there, a start asks for them as well.
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} Locked
 * @typedef {{ packages: Record<string, Locked> }} Lock of the project, and the one that npm wrote
 * @param {{ wanted: Lock, installed: Lock | null, forTests: boolean }} request
 * @returns {'nothing' | 'dependencies' | 'everything'}
 */
export function packagesToInstall({ wanted, installed, forTests }) {
  const there = installed?.packages ?? {};
  const isMissing = ([path, { version }]) => there[path]?.version !== version;
  // Optional packages are those of one system each: they come with the one that names them.
  const needed = Object.entries(wanted.packages).filter(
    ([path, { dev, devOptional, optional }]) =>
      path !== '' && !optional && !devOptional && (forTests || !dev),
  );
  if (!needed.some(isMissing)) return 'nothing';
  const hasThoseOfTests = Object.values(there).some(({ dev }) => dev);
  return forTests || hasThoseOfTests ? 'everything' : 'dependencies';
}
