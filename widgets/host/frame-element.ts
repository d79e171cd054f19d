export const frameRights = {
  // Not `allow-top-navigation-by-user-activation`: WebKit forgets the user's press while the
  // gateway answers.
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

/**
 * Scrolls to a part of the frame that is out of sight: WebKit does not when the focus moves by
 * script in a frame of another origin.
 * @param part pixels from the frame's top
 */
export function scrollToPart(
  frame: HTMLIFrameElement,
  { top, bottom }: { top: number; bottom: number },
): void {
  const start = frame.getBoundingClientRect().top;
  const isSeen = start + bottom > 0 && start + top < window.innerHeight;
  if (!isSeen) window.scrollBy({ top: start + top - window.innerHeight / 4 });
}
