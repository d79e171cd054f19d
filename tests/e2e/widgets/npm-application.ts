import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { build, type Rolldown } from 'vite';
import { siteDirectory } from '../sites.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../../test-results/npm-app/', import.meta.url));
const installed = `${folder}node_modules/promo-widgets/`;

/** A small React application with the package installed. */
const application = `
import { StrictMode, useRef, useState } from 'react';
import type { WidgetElement } from 'promo-widgets/events';
import { createRoot } from 'react-dom/client';
import { Login, WhereToBuy } from 'promo-widgets/react';

function App({ origin }: { origin: string }) {
  const [place, setPlace] = useState('lojas');
  const [ready, setReady] = useState(0);
  const [height, setHeight] = useState(0);
  const login = useRef<WidgetElement>(null);
  return (
    <>
      <button onClick={() => setPlace('lojas')}>Lojas</button>
      <button onClick={() => setPlace('entrada')}>Entrada</button>
      <button onClick={() => login.current?.focus()}>Escrever</button>
      <output>{ready} {height > 0 ? 'tall' : ''}</output>
      {place === 'lojas' ? (
        <WhereToBuy campaign={19} origin={origin} onReady={() => setReady(ready + 1)}>
          <a href="/lojas">Ver as lojas</a>
        </WhereToBuy>
      ) : (
        <Login
          ref={login}
          campaign="19"
          origin={origin}
          onReady={() => setReady(ready + 1)}
          onResize={({ detail }) => setHeight(detail.height)}
        />
      )}
    </>
  );
}

const root = document.getElementById('app');
if (root) {
  createRoot(root).render(<StrictMode><App origin={root.dataset['origin'] ?? ''} /></StrictMode>);
}
`;

/** Rendered on a server; the button hydrates it, so the scripts of the head have run before. */
const served = `
import { hydrateRoot } from 'react-dom/client';
import { Login, Receipts, SignUp, WhereToBuy } from 'promo-widgets/react';

export function Shop({ origin }: { origin: string }) {
  return (
    <main>
      <SignUp campaign={19} origin={origin} isolation="page"><a href="/a">Cadastro</a></SignUp>
      <Login campaign={19} origin={origin} />
      <Receipts campaign={19} origin={origin}><p>Notas</p></Receipts>
      <WhereToBuy campaign={19} origin={origin} />
      <p>Rodapé</p>
    </main>
  );
}

if (typeof document !== 'undefined') {
  const root = document.getElementById('app');
  const origin = root?.dataset['origin'] ?? '';
  const onRecoverableError = (error: unknown) => console.error('torn down', error);
  document.querySelector('button')?.addEventListener('click', () => {
    if (root) hydrateRoot(root, <Shop origin={origin} />, { onRecoverableError });
  });
}
`;

/** Unpacks the npm package that a built site offers, as an installation would; its files. */
export async function installPackage(): Promise<Record<string, string>> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(installed, { recursive: true });
  const packed = `${siteDirectory('delivered')}/widgets/1.0.0/promo-widgets.tar`;
  await run('tar', ['-xf', packed, '-C', installed, '--strip-components', '1']);
  const names = await readdir(installed);
  const texts = names.map(async (name) => [name, await readFile(installed + name, 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
}

/** What a server answers for the second application, and the script that takes it over. */
export async function serveApplication(origin: string): Promise<{ html: string; script: string }> {
  const script = await buildApplication(served, 'served');
  const file = `${folder}server.mjs`;
  await writeFile(file, await bundled(`${folder}served.tsx`, true));
  const { Shop } = await import(file);
  return { html: renderToString(createElement(Shop, { origin })), script };
}

/** Bundles the application with the real React; what the package says of its types is checked elsewhere. */
export async function buildApplication(text = application, name = 'app'): Promise<string> {
  const file = `${folder}${name}.tsx`;
  await writeFile(file, text);
  return bundled(file, false);
}

async function bundled(file: string, ssr: boolean): Promise<string> {
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      ssr,
      rolldownOptions: { input: file, output: { codeSplitting: false } },
    },
  });
  const { output } = result as Rolldown.RolldownOutput;
  return output[0].code;
}
