import {
  type AttributeValues,
  campaignOrigin,
  type pageAttributes,
  scriptFolder,
} from './attributes.ts';
import { type Handle, nextTask, type Widget } from './define-widget.ts';
import { reportProblem } from './problems.ts';

export interface PagePlace {
  readonly host: HTMLElement;
  readonly origin: string;
  readonly campaign: number;
}

/** Rejects where the form needs more than a page has. */
export interface PageModule {
  mount(place: PagePlace): Promise<Handle>;
}

/** In the page where the element asks for it and it can be, else in a frame. */
export function pageWidget<Table extends typeof pageAttributes>(
  framed: Widget<Table>,
): Widget<Table> {
  return {
    ...framed,
    mount(host, options) {
      const wanted = placeInPage(options);
      const update = (next: typeof options) =>
        JSON.stringify(placeInPage(next)) === JSON.stringify(wanted);
      if (!wanted) {
        if (options.isolation === 'page') reportProblem(host, 'CAMPAIGN_MISSING');
        const handle = framed.mount(host, options) as Handle<Table>;
        return { ...handle, update: (next) => update(next) && !!handle.update?.(next) };
      }
      const load = (file: string) =>
        import(/* webpackIgnore: true */ /* @vite-ignore */ `${folder}${file}.js`);
      const folder = scriptFolder(wanted.origin);
      return load(`${framed.name}-page`)
        .then((module: PageModule) => nextTask().then(() => module.mount({ host, ...wanted })))
        .then((handle) => {
          // Not before the form stands, which does without it.
          load('settings').then(
            (module: SettingsModule) => module.follow(host),
            () => {},
          );
          return { ...handle, update };
        })
        .catch((error) => {
          reportProblem(host, 'PAGE_NOT_POSSIBLE', String(error));
          return { ...framed.mount(host, options), update };
        });
    },
  };
}

export interface SettingsModule {
  /** Until the form leaves the element. */
  follow(host: HTMLElement): void;
}

function placeInPage({
  isolation,
  campaign,
  origin: attribute,
}: AttributeValues<typeof pageAttributes>): Omit<PagePlace, 'host'> | null {
  const origin = campaignOrigin(attribute);
  return isolation === 'page' && origin && campaign ? { origin, campaign } : null;
}
