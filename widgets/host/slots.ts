export interface Slots {
  /** `both`: the frame, and what may take its place. */
  show(part: 'all' | 'frame' | 'children' | 'both'): void;
  close(): void;
}

const slotName = 'promo-frame';

/**
 * Decides in a shadow root which of the element's children show: no style sheet of the page can
 * interfere.
 * @param exit where the note leads when there are no other children
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
