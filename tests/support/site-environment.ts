import { deleteApp, getApps } from '@firebase/app';
import { vi } from 'vitest';
import { type Environment, type SiteProps, setEnvironment } from '../../src/environment.ts';
import { siteProps } from '../../src/layouts/site-props.ts';
import type { CampaignPhase } from '../../src/rules/campaign/campaign-phase.ts';
import { parameter } from '../../src/rules/campaign/parameters.ts';
import type { TestGateway } from './gateway.ts';
import { pageEnvironment } from './page-environment.ts';

const origin = 'http://127.0.0.1:4321';

/** For the SDK, which stays loaded with its `fetch` when a file loads its own modules. */
const worker: typeof globalThis & { openHost?: TestHost } = globalThis;
// Otherwise a visitor of this file would be the user of the file before.
for (const app of getApps()) {
  const { getAuth, signOut } = await import('@firebase/auth');
  await signOut(getAuth(app));
  await deleteApp(app);
}

/**
 * What happens to a request: an answer from elsewhere, no connection, or a connection that breaks
 * after the gateway has done its work. A function decides itself, and may `send` it to the gateway.
 */
export type Interruption =
  | Response
  | 'no connection'
  | 'answer lost'
  | ((request: Request, send: () => Promise<Response>) => Promise<Response>);

/** A host without a browser: the real client and the real identity SDK before a gateway in memory. */
export interface TestHost extends Environment {
  keepsSession: Environment['keepsSession'];
  /** Every request, oldest first. */
  readonly requests: Request[];
  /** Addresses to which the features navigated. */
  readonly visited: string[];
  readonly reported: unknown[];
  /** Texts copied to the clipboard, and those of the saved files. */
  readonly copied: string[];
  readonly saved: { name: string; text: string }[];
  readonly savedFiles: Blob[];
  /** For the next requests, in order. */
  readonly interruptions: Interruption[];
  /** For the next requests of one kind: `POST /coupon` names the method and the end of the path. */
  intercept(route: string, interruption: Interruption, times?: number): void;
  /** All requests are answered by an internal error. */
  isDown: boolean;
  /** The requests so far that posted something to paths that end so. */
  postsTo(ending: string): Request[];
}

export function openHost(gateway: TestGateway, phase: CampaignPhase = 'open'): TestHost {
  const site = siteProps(gateway.gateway.snapshot);
  const requests: Request[] = [];
  const visited: string[] = [];
  const reported: unknown[] = [];
  const copied: string[] = [];
  const saved: { name: string; text: string }[] = [];
  const savedFiles: Blob[] = [];
  const interruptions: Interruption[] = [];
  const interceptions: { route: string; interruption: Interruption; left: number }[] = [];
  function nextInterruption(request: Request): Interruption | undefined {
    const next = interceptions.find(({ route, left }) => left > 0 && matches(request, route));
    if (!next) return interruptions.shift();
    next.left -= 1;
    return next.interruption;
  }
  const page = pageEnvironment({ site });
  const host: TestHost = {
    ...page,
    requests,
    visited,
    reported,
    copied,
    saved,
    savedFiles,
    interruptions,
    intercept: (route, interruption, times = 1) =>
      void interceptions.push({ route, interruption, left: times }),
    isDown: false,
    postsTo: (ending) => requests.filter((request) => matches(request, `POST ${ending}`)),
    async fetch(input, init) {
      const url = input instanceof Request ? input : new URL(String(input), origin);
      const request = new Request(url, init);
      request.signal.throwIfAborted();
      requests.push(request.clone());
      if (host.isDown) return Response.json({}, { status: 500 });
      const interruption = nextInterruption(request);
      if (interruption instanceof Response) return interruption.clone();
      const send = async () => gateway.app(request);
      if (typeof interruption === 'function') return interruption(request, send);
      const answer = interruption === 'no connection' ? null : await send();
      if (!answer || interruption === 'answer lost') throw new TypeError('Failed to fetch');
      return answer;
    },
    identity: async () => {
      // The SDK takes the global fetch when it is loaded, and never again.
      vi.stubGlobal('fetch', (...sent: Parameters<typeof fetch>) =>
        worker.openHost?.fetch(...sent),
      );
      const { openFirebase } = await import('../../src/client/identity.ts');
      const tenantId = parameter(site.campaign, 'TENANT_ID');
      return openFirebase({ tenantId, apiKey: null, origin });
    },
    device: {
      ...page.device,
      copy: async (text) => void copied.push(text),
      save: (name, content) =>
        void (typeof content === 'string'
          ? saved.push({ name, text: content })
          : savedFiles.push(content)),
    },
    homeUrl: () => `${origin}/`,
    navigate: (path) => void visited.push(path),
    back: () => void visited.push('back'),
    report: (failure) => void reported.push(failure),
    phase: () => phase,
    now: () => gateway.clock.now,
  };
  worker.openHost = host;
  setEnvironment(host);
  return host;
}

function matches({ method, url }: Request, route: string): boolean {
  const [wantedMethod, ending = ''] = route.split(' ');
  return method === wantedMethod && new URL(url).pathname.endsWith(ending);
}

/** An interruption: nothing answers, as long as it is waited for. */
export function neverAnswers({ signal }: Request): Promise<Response> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/** Changes a parameter of the campaign that the host's pages know. */
export function setParameter({ campaign }: SiteProps, code: string, value: string): void {
  const changed = campaign.parameters.find((item) => item.code === code);
  if (!changed) throw new Error(`No parameter ${code}`);
  changed.value = value;
}
