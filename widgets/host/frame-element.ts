/** What a frame of the campaign may do inside an embedder's page. */
export const frameRights = {
  // WebKit forgets the user's press while the gateway answers: with
  // `allow-top-navigation-by-user-activation` the form could not lead the user to the site.
  sandbox:
    'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-downloads allow-top-navigation',
  referrerpolicy: 'strict-origin-when-cross-origin',
  loading: 'lazy',
} as const;

/** Pixels: neither a sliver nor a tower, whatever the frame says. */
const shortest = 120;
const tallest = 10_000;

/** The height that a frame gets when it asks for one. Pixels. */
export function frameHeight(wanted: number): number {
  return Math.min(tallest, Math.max(shortest, Math.ceil(wanted)));
}

export function makeFrame(
  document: Document,
  address: string,
  { title }: { title: string },
): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  for (const [name, value] of Object.entries({ ...frameRights, title })) {
    frame.setAttribute(name, value);
  }
  frame.src = address;
  return frame;
}

/** As wide as its place and this tall, whatever the page's style sheets say of frames. Pixels. */
export function shapeFrame({ style }: HTMLIFrameElement, height: number): void {
  const shape = { display: 'block', width: '100%', height: `${height}px`, border: '0' };
  for (const [property, value] of Object.entries(shape)) {
    style.setProperty(property, value, 'important');
  }
}

/**
 * Scrolls the page to a part of the frame of which nothing is seen. Where the focus moves by script
 * inside a frame of another origin, WebKit leaves the page around it where it is.
 * @param part from the frame's top. Pixels.
 */
export function scrollToPart(
  frame: HTMLIFrameElement,
  { top, bottom }: { top: number; bottom: number },
): void {
  const start = frame.getBoundingClientRect().top;
  const isSeen = start + bottom > 0 && start + top < window.innerHeight;
  if (!isSeen) window.scrollBy({ top: start + top - window.innerHeight / 4 });
}
