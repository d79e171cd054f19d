import type { Options } from './attributes.ts';
import type { Handle, Widget } from './define-widget.ts';
import { announce } from './events.ts';
import type { formAttributes } from './form-attributes.ts';
import { openChannel } from './frame-channel.ts';
import { frameHeight, makeFrame, revealPart, shapeFrame } from './frame-element.ts';
import { campaignOrigin } from './origin.ts';
import { openShade } from './shade.ts';

/** A form that stands on a page of the campaign's own. */
export interface FramedForm<Table extends typeof formAttributes> {
  readonly name: string;
  readonly title: string;
  readonly framePath: string;
  readonly height: number;
  readonly attributes: Table;
  /** What the frame's page is told in its address, after the `#`. */
  readonly fragment?: (options: Options<Table>) => string;
}

/** The widget of a form in a frame: the one that the snippet carries, else one that is made. */
export function frameWidget<Table extends typeof formAttributes>(
  form: FramedForm<Table>,
): Widget<Table> {
  return {
    name: form.name,
    attributes: form.attributes,
    mount(host, options) {
      const carried = host.querySelector<HTMLIFrameElement>(':scope > iframe');
      const origin = campaignOrigin(options.origin, carried?.src);
      if (!origin) throw new Error(`<promo-${form.name}> needs its attribute origin`);
      const frame =
        carried ?? makeFrame(host.ownerDocument, addressOf(form, options, origin), form);
      shapeFrame(frame, options.height ?? (Number(frame.getAttribute('height')) || form.height));
      if (!carried) host.append(frame);
      return follow(host, frame, { origin, title: form.title, isOurs: !carried });
    },
  };
}

function addressOf<Table extends typeof formAttributes>(
  { framePath, fragment }: FramedForm<Table>,
  options: Options<Table>,
  origin: string,
): string {
  const told = fragment?.(options) ?? '';
  return origin + framePath + (told && `#${told}`);
}

/** Shows the frame, tells the page what it says, and the children in its place when it is lost. */
function follow(
  host: HTMLElement,
  frame: HTMLIFrameElement,
  { origin, title, isOurs }: { origin: string; title: string; isOurs: boolean },
): Handle {
  const shade = openShade(host, frame, { address: frame.src, title });
  const close = openChannel(frame, origin, {
    said(message) {
      switch (message.type) {
        case 'ready':
          shade.show('frame');
          return announce(host, 'ready', {});
        case 'resize':
          return resize(message.height);
        case 'focus':
          return revealPart(frame, message);
        case 'submit':
        case 'success':
          return announce(host, message.type, { form: message.form });
        case 'error':
          return announce(host, 'error', errorDetail(message));
        case 'handoff':
          if (new URL(message.url).origin === origin)
            announce(host, 'handoff', { url: message.url });
          return;
        default:
          return message satisfies never;
      }
    },
    lost() {
      shade.show('children');
      announce(host, 'error', { code: 'FRAME_NOT_READY' });
    },
  });

  function resize(wanted: number) {
    const height = frameHeight(wanted);
    shapeFrame(frame, height);
    announce(host, 'resize', { height });
  }

  return {
    unmount() {
      close();
      shade.close();
      if (isOurs) frame.remove();
    },
  };
}

function errorDetail({ form, code }: { form: string; code?: string | undefined }) {
  return code ? { form, code } : { form };
}
