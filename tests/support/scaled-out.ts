import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Database } from '../../src/gateway/db/database.ts';
import { startBucket } from './bucket.ts';
import { openDatabase } from './database.ts';
import { temporaryFolder } from './folder.ts';
import { freePort } from './free-port.ts';
import { startNginx } from './nginx.ts';
import { createPostgresDatabase } from './postgres.ts';
import { type ServedSite, serveSite } from './site-process.ts';
import { waitFor } from './wait-for.ts';

/** A site of every kind of file. */
const files = {
  'index.html': '<!doctype html><title>Início</title>',
  '404.html': '<!doctype html><title>Não encontrada</title>',
  'faq/index.html': '<!doctype html><title>Perguntas</title>',
  'quadro/entrar/index.html': '<!doctype html><title>Entrar</title>',
  'atendimento/index.html': '<!doctype html><title>Atendimento</title>',
  '_astro/app.0f3a9c1d.js': 'export const a = 1; // long enough to compress',
  '_astro/app.0f3a9c1d.css': 'a { color: red; outline-color: blue }',
  'widgets/1.0.0/sign-up.js': 'export const b = 2; // long enough to compress',
  'widgets/1.0.0/integrity.json': '{"sign-up.js":"sha384-AAAAAAAA"}',
  'widgets/1.1.0/sign-up.js': 'export const b = 2; // not published, so it has no hashes',
  'widgets/v1/sign-up.js': 'export const b = 2; // long enough to compress',
  'lojas.json': '["Farmácia do Centro"]',
  'lembrete.ics': 'BEGIN:VCALENDAR, long enough to compress',
  'premios/viagem.jpg': 'JFIF',
  '.well-known/acme-challenge/token': 'proof',
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'regulamento.pdf': '%PDF-1.7',
};

/** Sets a process's clock, as a machine has it that keeps local time. */
const twoHoursAhead = `--import data:text/javascript,${encodeURIComponent(`
  const Right = Date;
  globalThis.Date = class extends Right {
    constructor(...parts) {
      if (parts.length > 0) super(...parts);
      else super(Date.now());
    }
    static now() {
      return Right.now() + 7_200_000;
    }
  };
`)}`;

/**
 * Two gateways that were started at once over an empty PostgreSQL and one bucket; the clock of the
 * second one's machine is wrong.
 */
interface ScaledOut {
  gateways: ServedSite[];
  database: Database;
  bucket: Awaited<ReturnType<typeof startBucket>>;
  /** Both behind nginx, which goes on trying a gateway that has died. */
  openFront(program: string): Promise<ServedSite>;
  /** What nginx has logged. */
  accessLog(): Promise<string>;
  close(): Promise<void>;
}

export async function openScaledOut(): Promise<ScaledOut> {
  const folder = await temporaryFolder();
  const directory = join(folder.path, 'site');
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), content);
  }
  const bucket = await startBucket();
  const url = await createPostgresDatabase('no tables');
  const variables = {
    DATABASE_URL: url,
    STORAGE_URL: `s3://key:secret@${bucket.host}/notas`,
    SITE_DIR: directory,
    SITE_URL: 'https://promo.example',
    ALLOWED_ORIGINS: 'https://loja.example',
    TRUSTED_PROXIES: '1',
    TRUSTED_REQUEST_TIME: 'on',
    RATE_LIMIT: 'on',
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '1',
  };
  const start = (own = {}) =>
    serveSite({ dataDirectory: folder.path, variables: { ...variables, ...own } });
  const gateways = await Promise.all([start(), start({ NODE_OPTIONS: twoHoursAhead })]);
  const database = await openDatabase(url);
  const fronts: Awaited<ReturnType<typeof startNginx>>[] = [];
  return {
    gateways,
    database,
    bucket,
    accessLog: () => readFile(join(folder.path, 'nginx/access.log'), 'utf8'),
    async openFront(program) {
      const port = await freePort();
      const servers = gateways.map((gateway) => `server ${new URL(gateway.url).host} max_fails=0;`);
      const front = await startNginx(program, {
        folder: join(folder.path, 'nginx'),
        variables: {
          LISTEN: `127.0.0.1:${port}`,
          SITE_DIR: directory,
          GATEWAYS: servers.join(' '),
          EMBEDDERS: variables.ALLOWED_ORIGINS,
          ACCESS_LOG: 'access.log',
        },
      });
      fronts.push(front);
      const origin = `http://127.0.0.1:${port}`;
      await waitFor(() => fetch(origin));
      const [gateway] = gateways;
      return { ...gateway, url: origin };
    },
    async close() {
      await database.close();
      await Promise.all([
        ...fronts.map((front) => front.close()),
        ...gateways.map((gateway) => gateway.kill()),
      ]);
      await bucket.close();
      await folder.remove();
    },
  };
}
