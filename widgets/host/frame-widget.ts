import { type AttributeValues, campaignOrigin, type formAttributes } from './attributes.ts';
import { announce, type Handle, type Widget } from './define-widget.ts';
import { hasArrived, openChannel } from './frame-channel.ts';
import { frameHeight, makeFrame, openSlots, scrollToPart, shapeFrame } from './frame-element.ts';

export interface FramedForm<Table extends typeof formAttributes> {
  readonly name: string;
  readonly title: string;
  readonly framePath: string;
  readonly height: number;
  /** What the frame may use of the device, as the `allow` of an iframe. */
  readonly allow?: string;
  readonly attributes: Table;
  readonly fragment?: (options: AttributeValues<Table>) => string;
}

/** Takes the frame that the snippet carries, else makes one. */
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
      const address = addressOf(form, options, origin);
      const frame = carried ?? makeFrame(host.ownerDocument, address, form);
      const reserve = ({ height }: AttributeValues<Table>) =>
        shapeFrame(frame, height ?? (Number(frame.getAttribute('height')) || form.height));
      reserve(options);
      if (!carried) host.append(frame);
      const { isReady, ...handle } = follow(host, frame, {
        origin,
        title: form.title,
        isOurs: !carried,
      });
      return {
        ...handle,
        update(next) {
          if (!isReady()) reserve(next);
          const nextOrigin = campaignOrigin(next.origin, carried?.src);
          return nextOrigin !== null && addressOf(form, next, nextOrigin) === address;
        },
      };
    },
  };
}

function addressOf<Table extends typeof formAttributes>(
  { framePath, fragment }: FramedForm<Table>,
  options: AttributeValues<Table>,
  origin: string,
): string {
  const hash = fragment?.(options) ?? '';
  return origin + framePath + (hash && `#${hash}`);
}

/** A silent frame gets another way beside it; a loaded one was likely refused and gives way. */
function follow(
  host: HTMLElement,
  frame: HTMLIFrameElement,
  { origin, title, isOurs }: { origin: string; title: string; isOurs: boolean },
): Handle & { isReady(): boolean } {
  const slots = openSlots(host, frame, { address: frame.src, title });
  let isReady = false;
  // A frame that was here before this script may have been used before it.
  let isTouched = !isOurs && hasArrived(frame);
  const close = openChannel(frame, origin, {
    onMessage(message) {
      switch (message.type) {
        case 'ready':
          isReady = true;
          isTouched ||= hasFocus(frame);
          slots.show('frame');
          return announce(host, 'ready', {});
        case 'resize':
          return resize(message.height);
        case 'focus':
          isTouched = true;
          return scrollToPart(frame, message);
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
    onLook() {
      isTouched ||= hasFocus(frame);
    },
    onSilence(hasLoaded) {
      slots.show(hasLoaded && !isTouched ? 'children' : 'both');
      if (hasLoaded) announce(host, 'error', { code: 'FRAME_NOT_READY' });
    },
  });

  function resize(wanted: number) {
    const height = frameHeight(wanted);
    shapeFrame(frame, height);
    announce(host, 'resize', { height });
  }

  return {
    isReady: () => isReady,
    isTouched: () => isTouched,
    unmount() {
      close();
      slots.close();
      if (isOurs) frame.remove();
    },
  };
}

function hasFocus(frame: HTMLIFrameElement): boolean {
  const root = frame.getRootNode();
  const isTree = root instanceof Document || root instanceof ShadowRoot;
  return isTree && root.activeElement === frame;
}

function errorDetail({ form, code }: { form: string; code?: string | undefined }) {
  return code ? { form, code } : { form };
}
