import {
  type AttributeTable,
  type AttributeValues,
  campaignOrigin,
  type pageAttributes,
  scriptFolder,
} from './attributes.ts';
import { type Handle, nextTask, type Widget } from './define-widget.ts';

/** What a page hands over with an element that shall hold the form itself. */
export interface PagePlace {
  readonly host: HTMLElement;
  readonly origin: string;
  readonly campaign: number;
}

/** The module that draws a form in a page; it rejects where the form needs more than a page has. */
export interface PageModule {
  mount(place: PagePlace): Promise<Handle>;
}

/** Draws the form in the page where it is asked to and can be; else it is the framed one. */
export function pageWidget<Table extends typeof pageAttributes>(
  framed: Widget<Table>,
): Widget<Table> {
  return {
    ...framed,
    mount(host, options) {
      const wanted = placeInPage(options);
      if (!wanted) {
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
        () => framed.mount(host, options),
        (next) => JSON.stringify(placeInPage(next)) === JSON.stringify(wanted),
      );
    },
  };
}

/** Null where the form stands in a frame. */
function placeInPage({
  isolation,
  campaign,
  origin: attribute,
}: AttributeValues<typeof pageAttributes>): Omit<PagePlace, 'host'> | null {
  const origin = campaignOrigin(attribute);
  return isolation === 'page' && origin && campaign ? { origin, campaign } : null;
}

/** A mount that is under way; undone in the meantime it never comes. */
function eventually<Table extends AttributeTable>(
  start: () => Promise<Handle>,
  otherwise: () => Handle<Table>,
  update: (options: AttributeValues<Table>) => boolean,
): Handle<Table> {
  let handle: Handle | Handle<Table> | undefined;
  let left = false;
  start()
    .catch(() => (left ? undefined : otherwise()))
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
