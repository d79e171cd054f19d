import type { Handle, Widget } from './define-widget.ts';
import type { pageAttributes } from './form-attributes.ts';
import { nextTask } from './next-task.ts';
import { campaignOrigin, scriptFolder } from './origin.ts';

/** What a page hands over with an element that shall hold the form itself. */
export interface Place {
  readonly host: HTMLElement;
  readonly origin: string;
  readonly campaign: number;
}

/** The module that draws a form in a page; it rejects where the form needs more than a page has. */
export interface PageModule {
  mount(place: Place): Promise<Handle>;
}

/** Draws the form in the page where it is asked to and can be; else it is the framed one. */
export function pageWidget<Table extends typeof pageAttributes>(
  framed: Widget<Table>,
): Widget<Table> {
  return {
    ...framed,
    mount(host, options) {
      const { campaign } = options;
      const origin = campaignOrigin(options.origin);
      if (options.isolation === 'frame' || !origin || !campaign) return framed.mount(host, options);
      const address = `${scriptFolder(origin)}${framed.name}-page.js`;
      return eventually(
        async () => {
          const module: PageModule = await import(/* @vite-ignore */ address);
          await nextTask();
          return module.mount({ host, origin, campaign });
        },
        () => framed.mount(host, options),
      );
    },
  };
}

/** A mount that is under way; undone in the meantime it never comes. */
function eventually(start: () => Promise<Handle>, otherwise: () => Handle): Handle {
  let handle: Handle | undefined;
  let left = false;
  start()
    .catch(() => (left ? undefined : otherwise()))
    .then((mounted) => {
      handle = mounted;
      if (left) handle?.unmount();
    });
  return {
    unmount() {
      left = true;
      handle?.unmount();
    },
  };
}
