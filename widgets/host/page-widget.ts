import {
  type AttributeTable,
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
      if (!wanted) {
        if (options.isolation === 'page') reportProblem(host, 'CAMPAIGN_MISSING');
        const handle = framed.mount(host, options);
        return {
          ...handle,
          update: (next) => !placeInPage(next) && handle.update?.(next) === true,
        };
      }
      const address = `${scriptFolder(wanted.origin)}${framed.name}-page.js`;
      return eventually(
        async () => {
          const module: PageModule = await import(/* @vite-ignore */ address);
          await nextTask();
          return module.mount({ host, ...wanted });
        },
        (error) => {
          reportProblem(host, 'PAGE_NOT_POSSIBLE', String(error));
          return framed.mount(host, options);
        },
        (next) => JSON.stringify(placeInPage(next)) === JSON.stringify(wanted),
      );
    },
  };
}

function placeInPage({
  isolation,
  campaign,
  origin: attribute,
}: AttributeValues<typeof pageAttributes>): Omit<PagePlace, 'host'> | null {
  const origin = campaignOrigin(attribute);
  return isolation === 'page' && origin && campaign ? { origin, campaign } : null;
}

function eventually<Table extends AttributeTable>(
  start: () => Promise<Handle>,
  otherwise: (error: unknown) => Handle<Table>,
  update: (options: AttributeValues<Table>) => boolean,
): Handle<Table> {
  let handle: Handle | Handle<Table> | undefined;
  let left = false;
  start()
    .catch((error) => (left ? undefined : otherwise(error)))
    .then((mounted) => {
      handle = mounted;
      if (left) handle?.unmount();
    });
  return {
    update,
    isTouched: () => handle?.isTouched?.() === true,
    unmount() {
      left = true;
      handle?.unmount();
    },
  };
}
