import { frameHeight } from '../../src/contract/frame-protocol.ts';
import { testModeQuery } from '../../src/paths.ts';
import {
  type AttributeValues,
  campaignOrigin,
  type formAttributes,
  originOf,
  settingsOf,
} from './attribute-reader.ts';
import { announce, failWidget, type Handle, type Widget } from './define-widget.ts';
import { type FrameState, openChannel } from './frame-channel.ts';
import { makeFrame, openSlots, scrollToPart, shapeFrame } from './frame-element.ts';
import { reportProblem } from './report-problem.ts';

interface FramedForm<Table extends typeof formAttributes> {
  readonly name: string;
  readonly title: string;
  readonly framePath: string;
  readonly height: number;
  /** What the frame may use of the device, as the `allow` of an iframe. */
  readonly allow?: string;
  readonly attributes: Table;
  readonly fragment?: (options: AttributeValues<Table>) => string;
}

export function frameWidget<Table extends typeof formAttributes>(
  form: FramedForm<Table>,
): Widget<Table> {
  return {
    name: form.name,
    attributes: form.attributes,
    mount(host, options) {
      const snippetFrame = host.querySelector<HTMLIFrameElement>(':scope > iframe');
      const origin = campaignOrigin(options.origin, snippetFrame?.src);
      if (!origin) return failWidget(host, 'ORIGIN_MISSING');
      const address = addressOf(form, options, origin);
      const frame = snippetFrame ?? makeFrame(form);
      // A lazy loader may have removed the address, or the page named another site or mode.
      if (frame.src !== address) frame.src = address;
      const reserve = ({ height }: AttributeValues<Table>) =>
        shapeFrame(frame, height ?? (Number(frame.height) || form.height));
      reserve(options);
      const { isReady, checkCampaign, ...handle } = connectFrame(host, frame, {
        origin,
        title: form.title,
      });
      checkCampaign(options.campaign);
      return {
        ...handle,
        update(next) {
          if (!isReady()) reserve(next);
          checkCampaign(next.campaign);
          const nextOrigin = campaignOrigin(next.origin, snippetFrame?.src);
          return addressOf(form, next, nextOrigin) === address;
        },
      };
    },
  };
}

function addressOf<Table extends typeof formAttributes>(
  { framePath, fragment }: FramedForm<Table>,
  options: AttributeValues<Table>,
  origin: string | null,
): string {
  return `${origin}${framePath}${options.mode ? testModeQuery : ''}${fragment?.(options) ?? ''}`;
}

/** A slow frame gets a link beside it; a frame in which no form answers is replaced by a link. */
function connectFrame(
  host: HTMLElement,
  frame: HTMLIFrameElement,
  { origin, title }: { origin: string; title: string },
): Handle & { isReady(): boolean; checkCampaign(campaign: number | null): void } {
  // After this a link takes the place of a frame that has loaded but shows no form.
  const noFormMs = 2500;
  // After this one stands beside a form that is still loading.
  const slowFormMs = 8000;
  const slots = openSlots(host, frame, title);
  let isReady = false;
  let isTouched = false;
  let expectedCampaign: number | null;
  let shownCampaign: number | undefined;
  let lastHeight = 0;

  /** Hides a form of another campaign, unless a user has begun to fill it in. */
  function checkCampaign(expected: number | null) {
    expectedCampaign = expected;
    if (shownCampaign === undefined) return;
    const isForeign =
      !isTouched && shownCampaign && expectedCampaign && expectedCampaign !== shownCampaign;
    slots.show(isForeign ? 'foreign' : 'ready');
    if (isForeign) failWidget(host, 'CAMPAIGN_UNKNOWN', String(expectedCampaign));
    else if (!isReady) {
      isReady = true;
      announce(host, 'ready', {});
    }
  }

  const { send, close } = openChannel(frame, origin, () => settingsOf(host), {
    onMessage(message) {
      switch (message.type) {
        case 'ready':
          isReady = false;
          isTouched ||= hasFocus(frame);
          shownCampaign = message.campaign ?? 0;
          return checkCampaign(expectedCampaign);
        case 'loading':
          return slots.show(isReady ? 'ready' : 'loading');
        case 'resize':
          lastHeight = frameHeight(message.height);
          shapeFrame(frame, lastHeight);
          return announce(host, 'resize', { height: lastHeight });
        case 'focus':
          isTouched = true;
          return scrollToPart(frame, message);
        case 'handoff':
          return send({
            type: 'leave',
            isAllowed:
              originOf(message.url) === origin && announce(host, 'handoff', { url: message.url }),
          });
        default: {
          // The form's own events; the protocol has dropped everything else.
          const { type, ...detail } = message;
          return announce(host, type, detail);
        }
      }
    },
    onPoll(state, waitedMs) {
      isTouched ||= hasFocus(frame);
      const isSilent = state === 'silent';
      const isOver = waitedMs >= (isSilent ? noFormMs : slowFormMs);
      if (isSilent && !isTouched) slots.show(isOver ? 'refused' : 'silent');
      else if (isOver) slots.show('slow');
      if (isOver) reportSilence(state);
      return isOver;
    },
  });

  function reportSilence(state: FrameState) {
    announce(host, 'error', { code: 'FRAME_NOT_READY' });
    // Firefox reports no load of a frame that the page's policy blocks.
    const code = state === 'loading' ? 'FRAME_BLOCKED' : 'FRAME_NOT_READY';
    // The frame may still answer, above all if it has not loaded yet.
    if (state !== 'form') reportProblem(host, code, frame.src);
  }

  const observer = new MutationObserver(() => {
    send({ type: 'settings', settings: settingsOf(host) });
    // Pages that reset their elements to the server's HTML remove the frame's styles.
    if (!frame.style.height) shapeFrame(frame, lastHeight || frame.offsetHeight);
  });
  observer.observe(host, { attributes: true, subtree: true });

  return {
    isReady: () => isReady,
    checkCampaign,
    isTouched: () => isTouched,
    reset() {
      isTouched = false;
      send({ type: 'reset' });
    },
    focus() {
      frame.focus();
      send({ type: 'focus' });
    },
    unmount() {
      observer.disconnect();
      close();
      slots.close();
    },
  };
}

function hasFocus(frame: HTMLIFrameElement): boolean {
  // Out of any tree, its root has no such member.
  return (frame.getRootNode() as Document | ShadowRoot).activeElement === frame;
}
