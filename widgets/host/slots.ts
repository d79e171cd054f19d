/** Decides which of an element's children show, where no style sheet of the page can interfere. */
export interface Slots {
  /** `both`: the frame, and what may take its place. */
  show(part: 'all' | 'frame' | 'children' | 'both'): void;
  close(): void;
}

const slotName = 'promo-frame';

/**
 * Shows the frame and the other children until its caller hides one of them.
 * @param exit where the children lead to when there are none
 */
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
