// Runs on the machine's own Node, before any package is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = resolve(root, 'node_modules/.bin');

export function environment(extra = {}) {
  return { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}`, ...extra };
}

export function run(program, parameters, options = {}) {
  const { status } = spawnSync(program, parameters, {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
    ...options,
  });
  if (status !== 0) {
    console.error(`${program} ${parameters.join(' ')} failed`);
    process.exit(status ?? 1);
  }
}

export function installPackages({ forTests = false } = {}) {
  const missing = packagesToInstall({
    wanted: readLock('package-lock.json'),
    installed: readLock('node_modules/.package-lock.json'),
    forTests,
  });
  if (missing === 'nothing') return;
  const which = missing === 'everything' ? '--include=dev' : '--omit=dev';
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['install', which, '--no-save', ...quiet], { env: process.env });
  // This package's program is also in its `bin`; what is left here are C headers.
  rmSync(resolve(root, 'node_modules/node/node_modules'), { recursive: true, force: true });
}

function readLock(name) {
  const file = resolve(root, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Debian's headless Chromium if available, else Playwright's browser. */
export function installBrowser() {
  if (existsSync('/usr/bin/chromium-headless-shell')) return;
  if (installFromDebian('chromium-headless-shell', 'fonts-liberation')) return;
  if (existsSync('/usr/bin/chromium')) return;
  run('playwright', ['install', 'chromium']);
}

/** Debian's tesseract with its Portuguese model, which reads receipts if it is installed. */
export function installTesseract() {
  const model = '/usr/share/tesseract-ocr/5/tessdata/por.traineddata';
  if (existsSync('/usr/bin/tesseract') && existsSync(model)) return;
  installFromDebian('tesseract-ocr', 'tesseract-ocr-por');
}

/** Debian's builds of the browsers that Playwright does not drive, and the files each needs. */
const otherBrowsers = [
  { name: 'Firefox', programs: ['/usr/bin/firefox-esr'], packages: ['firefox-esr'] },
  {
    name: 'WebKit',
    programs: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
];

/** Returns the names of the browsers that are there, and of those that cannot be installed. */
export function installOtherBrowsers() {
  const isThere = ({ programs }) => programs.every((program) => existsSync(program));
  for (const browser of otherBrowsers) {
    if (!isThere(browser)) installFromDebian(...browser.packages);
  }
  const names = (some) => some.map(({ name }) => name);
  return {
    there: names(otherBrowsers.filter(isThere)),
    missing: names(otherBrowsers.filter((browser) => !isThere(browser))),
  };
}

/** Debian's nginx, unpacked beside the packages and not started. */
export function unpackNginx() {
  const folder = resolve(root, 'node_modules/.cache/promo-site/nginx');
  const places = ['/usr/sbin/nginx', `${folder}/usr/sbin/nginx`];
  if (places.some((place) => existsSync(place)) || !existsSync('/usr/bin/apt-get')) return;
  mkdirSync(folder, { recursive: true });
  const quietly = (program, ...parameters) =>
    spawnSync(program, parameters, { cwd: folder, stdio: 'ignore' }).status === 0;
  if (!quietly('apt-get', 'download', 'nginx')) return;
  for (const file of readdirSync(folder)) quietly('dpkg-deb', '-x', file, '.');
}

function installFromDebian(...packages) {
  if (!existsSync('/usr/bin/apt-get')) return false;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0'];
  const steps = [
    ['apt-get', 'update', ...quiet],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...quiet, ...packages],
  ];
  return steps.every((step) => {
    const [program, ...parameters] = [...asRoot, ...step];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return (
      spawnSync(program, parameters, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
    );
  });
}

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
