import type { Environment } from '../../src/environment.ts';
import {
  type AttributeValues,
  campaignOrigin,
  type pageAttributes,
  scriptFolder,
} from './attribute-reader.ts';
import { type Handle, nextTask, type Widget } from './define-widget.ts';
import { reportProblem } from './report-problem.ts';

export interface PageMount {
  readonly host: HTMLElement;
  readonly origin: string;
  readonly campaign: number;
  readonly mode: 'test' | null;
  readonly environment?: Partial<Environment>;
}

/** Rejects if the form needs more than a page offers. */
export interface PageModule {
  mount(page: PageMount): Promise<Handle>;
}

/** Mounts in the page if the element asks for it and it is possible, else in a frame. */
export function pageOrFrame<Table extends typeof pageAttributes>(
  framed: Widget<Table>,
): Widget<Table> {
  return {
    ...framed,
    mount(host, options) {
      const page = pageMount(options);
      if (!page) {
        if (options.isolation === 'page') reportProblem(host, 'CAMPAIGN_MISSING');
        const handle = framed.mount(host, options) as Handle<Table>;
        return { ...handle, update: (next) => !pageMount(next) && !!handle.update?.(next) };
      }
      const update = (next: typeof options) =>
        JSON.stringify(pageMount(next)) === JSON.stringify(page);
      const load = (file: string) =>
        import(/* webpackIgnore: true */ /* @vite-ignore */ `${folder}${file}`);
      const folder = scriptFolder(page.origin);
      const loadSettings = (file: string) =>
        load(file).then((module: SettingsModule) => module.follow(host));
      return load(`${page.mode ?? `${framed.name}-page`}.js`)
        .then((module: PageModule) => nextTask().then(() => module.mount({ host, ...page })))
        .then((handle) => {
          // Only after the form, which does not need it; without it no partner counts. A browser
          // may remember that an address failed, so the second try has another one.
          loadSettings('settings.js').catch(() =>
            setTimeout(() => loadSettings('settings.js?2').catch(() => {}), 4000),
          );
          return { ...handle, update };
        })
        .catch((error) => {
          // An element removed during the load is not the page's mistake.
          if (host.isConnected) reportProblem(host, 'PAGE_NOT_POSSIBLE', String(error));
          return { ...framed.mount(host, options), update };
        });
    },
  };
}

interface SettingsModule {
  follow(host: HTMLElement): void;
}

function pageMount({
  isolation,
  campaign,
  mode,
  origin: attribute,
}: AttributeValues<typeof pageAttributes>): Omit<PageMount, 'host' | 'environment'> | null {
  const origin = campaignOrigin(attribute);
  // A page without an origin is in a sandbox: the gateway refuses its calls.
  const isPossible = isolation === 'page' && origin && campaign && window.origin !== 'null';
  return isPossible ? { origin, campaign, mode } : null;
}
