/**
 * What npm has to install, so that the packages of the lock file are there.
 *
 * Running needs the dependencies alone, tests the development ones too. npm removes what it is not
 * asked for, so once those of the tests are there, they are asked for at every start as well.
 *
 * @param {object} request
 * @param {Lock} request.wanted the project's package-lock.json
 * @param {Lock | null} request.installed node_modules/.package-lock.json, which npm writes last
 * @param {boolean} request.forTests whether the packages that only tests need are to be there
 * @returns {'nothing' | 'dependencies' | 'everything'}
 */
export function packagesToInstall({ wanted, installed, forTests }) {
  const there = installed?.packages ?? {};
  const isMissing = ([path, { version }]) => there[path]?.version !== version;
  const needed = Object.entries(wanted.packages).filter(
    ([path, { dev, devOptional, optional }]) =>
      // Optional packages are those of one system each: they come and go with the one that names them.
      path !== '' && !optional && !devOptional && (forTests || !dev),
  );
  if (!needed.some(isMissing)) return 'nothing';
  const hasThoseOfTests = Object.values(there).some(({ dev }) => dev);
  return forTests || hasThoseOfTests ? 'everything' : 'dependencies';
}

/**
 * The part of npm's lock files that says which packages there are; paths such as `node_modules/vite`.
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage
 */
