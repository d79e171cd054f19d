export const frameRights = {
  // By-user-activation alone fails: WebKit forgets the press while the gateway answers.
  sandbox:
    'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-downloads allow-top-navigation',
  referrerpolicy: 'strict-origin-when-cross-origin',
  loading: 'lazy',
} as const;

/** Pixels, whatever the frame says. */
const shortest = 120;
const tallest = 10_000;

export function frameHeight(wanted: number): number {
  return Math.min(tallest, Math.max(shortest, Math.ceil(wanted)));
}

export function makeFrame(
  document: Document,
  address: string,
  { title, allow }: { title: string; allow?: string },
): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  const attributes = { ...frameRights, title, ...(allow && { allow }) };
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  frame.src = address;
  return frame;
}

/** In pixels, whatever the page's style sheets say of frames. */
export function shapeFrame({ style }: HTMLIFrameElement, height: number): void {
  const shape = { display: 'block', width: '100%', height: `${height}px`, border: '0' };
  for (const [property, value] of Object.entries(shape)) {
    style.setProperty(property, value, 'important');
  }
}

/** `part` in pixels; WebKit does not scroll for focus moved by script in a foreign frame. */
export function scrollToPart(
  frame: HTMLIFrameElement,
  { top, bottom }: { top: number; bottom: number },
): void {
  const start = frame.getBoundingClientRect().top;
  const isSeen = start + bottom > 0 && start + top < window.innerHeight;
  if (!isSeen) window.scrollBy({ top: start + top - window.innerHeight / 4 });
}

export interface Slots {
  /** `both`: the frame, and what may take its place. */
  show(part: 'all' | 'frame' | 'children' | 'both'): void;
  close(): void;
}

const slotName = 'promo-frame';

/** In a shadow root, where no style of the page interferes; `exit` is the note's link. */
export function openSlots(
  host: HTMLElement,
  frame: HTMLElement,
  exit: { address: string; title: string },
): Slots {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const document = host.ownerDocument;
  const frameSlot = document.createElement('slot');
  frameSlot.name = slotName;
  frame.slot = slotName;
  const childSlot = document.createElement('slot');

  // In a tab of its own: the frame beside it may hold what a user typed.
  const note = document.createElement('p');
  const way = document.createElement('a');
  way.href = exit.address;
  way.target = '_blank';
  way.textContent = `Abrir ${exit.title} em outra aba`;
  note.append('O formulário está demorando. ', way);

  function show(part: Parameters<Slots['show']>[0]) {
    const isEmpty = [...host.children].every((child) => child === frame);
    const otherWay = isEmpty ? [note] : [childSlot];
    const parts = {
      all: [frameSlot, childSlot],
      frame: [frameSlot],
      children: otherWay,
      both: [frameSlot, ...otherWay],
    };
    root.replaceChildren(...parts[part]);
  }

  show('all');
  return {
    show,
    close() {
      show('all');
      frame.removeAttribute('slot');
    },
  };
}
