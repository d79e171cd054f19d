/** Decides which of an element's children show, where no style sheet of the page can interfere. */
export interface Shade {
  show(part: 'all' | 'frame' | 'children'): void;
  close(): void;
}

const slotName = 'promo-frame';

/**
 * Shows the frame and the other children until told otherwise.
 * @param exit where the children lead to when there are none
 */
export function openShade(
  host: HTMLElement,
  frame: HTMLElement,
  exit: { address: string; title: string },
): Shade {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const document = host.ownerDocument;
  const frameSlot = document.createElement('slot');
  frameSlot.name = slotName;
  frame.slot = slotName;
  const childSlot = document.createElement('slot');
  const link = document.createElement('a');
  link.href = exit.address;
  link.textContent = exit.title;

  function show(part: Parameters<Shade['show']>[0]) {
    const isEmpty = [...host.children].every((child) => child === frame);
    const parts = {
      all: [frameSlot, childSlot],
      frame: [frameSlot],
      children: [childSlot, ...(isEmpty ? [link] : [])],
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
