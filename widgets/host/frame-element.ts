import { loadingText, refusedText, siteText, slowText, tabText } from '../texts.ts';

/** Members of an iframe; its attributes are their names in small letters. */
export const frameRights = {
  // `allow-top-navigation-by-user-activation` fails: WebKit forgets the press during the call.
  sandbox:
    'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-downloads allow-top-navigation',
  referrerPolicy: 'strict-origin-when-cross-origin',
  loading: 'lazy',
} as const;

export function makeFrame({
  title,
  allow = '',
}: {
  title: string;
  allow?: string;
}): HTMLIFrameElement {
  return Object.assign(createElement('iframe'), frameRights, { title, allow });
}

/** Through the prototype: a form named createElement would hide the document's member. */
export const createElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
): HTMLElementTagNameMap[Tag] =>
  Document.prototype.createElement.call(document, tag) as HTMLElementTagNameMap[Tag];

const slotName = 'promo-frame';

export function shapeFrame(frame: HTMLIFrameElement, height: number): void {
  frame.slot = slotName;
  frame.style.cssText = `all:unset!important;color-scheme:normal!important;display:block!important;width:100%!important;height:${height}px!important`;
}

/**
 * `part` is in pixels of the frame, which the page may scale or hold in a box that scrolls. WebKit
 * itself does not scroll for focus moved by script in a foreign frame.
 */
export function scrollToPart(
  frame: HTMLIFrameElement,
  { top, bottom }: { top: number; bottom: number },
): void {
  frame.style.cssText += `scroll-margin:${-top}px 0 ${bottom - frame.offsetHeight}px!important`;
  frame.scrollIntoView({ block: 'nearest' });
}

type Shown = 'loading' | 'silent' | 'ready' | 'slow' | 'refused' | 'foreign';

interface Slots {
  /**
   * `loading`: the frame, over a placeholder until it is drawn; `silent`: the placeholder alone;
   * `slow`: a link beside the frame; `refused`: a link instead of it; `foreign`: one to the site.
   */
  show(shown: Shown): void;
  close(): void;
}

/**
 * In a shadow root, where no style of the page interferes. A frame that is not a child of the
 * element stands there too, so that frameworks find the element's children as they wrote them.
 * Nothing is moved later: a moved frame reloads, without what was typed.
 */
export function openSlots(host: HTMLElement, frame: HTMLIFrameElement, title: string): Slots {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const isCarried = frame.parentNode === host;
  const area = createElement('div');
  const frameBox = createElement('div');
  const strut = createElement('div');
  const placeholder = createElement('p');
  const note = createElement('p');
  const frameSlot = createElement('slot');
  const childSlot = createElement('slot');
  const link = createElement('a');
  frameSlot.name = slotName;
  area.style.gridTemplateColumns = '100%';
  placeholder.style.gridArea = frameBox.style.gridArea = '1/1';
  // Keeps 200 pixels for the frame beside long text in a row; otherwise it fills its column.
  strut.style.cssText = 'width:200px;max-width:100%';
  placeholder.append(loadingText(title));
  note.style.overflowWrap = 'anywhere';
  // In a new tab: the frame beside it may contain what a user typed.
  link.target = '_blank';
  frameBox.append(strut, isCarried ? frameSlot : frame);
  area.append(placeholder, frameBox);

  // The room that a snippet or React keeps for a form in the page itself.
  const room = host.querySelector('canvas');
  if (room) room.height = 0;

  function show(shown: Shown) {
    const hasText = [...host.children].some(
      ({ localName, textContent }) => localName !== 'noscript' && textContent.trim(),
    );
    const isLoading = shown === 'loading' || shown === 'silent';
    const isAside = !isLoading && shown !== 'ready';
    const isForeign = shown === 'foreign';
    link.href = isForeign ? new URL(frame.src).origin : frame.src;
    link.textContent = isForeign ? siteText : tabText(title);
    // Shows the address too, since a sandbox may forbid new tabs.
    if (shown === 'slow') note.replaceChildren(slowText, link);
    else note.replaceChildren(refusedText, link, ` (${link.href})`);
    frameBox.inert = shown === 'silent';
    frameBox.style.opacity = frameBox.inert ? '0' : '';
    placeholder.hidden = !isLoading || hasText;
    area.style.display = isAside && shown !== 'slow' ? 'none' : 'grid';
    note.hidden = !isAside || hasText;
    childSlot.hidden = shown === 'ready';
  }

  show('loading');
  root.replaceChildren(area, note, childSlot);
  return {
    show,
    close() {
      root.replaceChildren(createElement('slot'));
      frame.removeAttribute('slot');
    },
  };
}
