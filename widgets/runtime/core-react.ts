import { Component, type ComponentChild, createElement, render } from 'preact';
import type { Store } from './small-stores.ts';

/**
 * What widgets in a page use of React and nanostores, over the core of Preact: the page pays for
 * every byte, and nanostores leaves a global behind.
 */
export { Fragment } from 'preact';
export { atom, computed } from './small-stores.ts';

type Props = Record<string, unknown>;
type View = (props: Props) => ComponentChild;
type Undo = (() => void) | undefined;

/** What one call of a hook keeps from render to render. */
interface Cell {
  value?: unknown;
  /** Of an effect: what is to be done after this render, and what undoes what was done. */
  due?: (() => Undo) | undefined;
  undo?: Undo;
}

let rendering: Hooked;
let place = 0;

class Hooked extends Component<Props> {
  readonly cells: Cell[] = [];
  declare readonly view: View;

  override render(props: Props) {
    rendering = this;
    place = 0;
    return this.view(props);
  }

  override componentDidMount() {
    this.componentDidUpdate();
  }

  override componentDidUpdate() {
    for (const cell of this.cells) {
      if (!cell.due) continue;
      cell.undo?.();
      cell.undo = cell.due();
      cell.due = undefined;
    }
  }

  override componentWillUnmount() {
    for (const cell of this.cells) cell.undo?.();
  }
}

type Constructor = new (props: Props) => Hooked;

const classes = new Map<View, Constructor>();

export function jsx(type: string | View, props: Props, key?: string) {
  if (typeof type !== 'string') return createElement(classOf(type), { ...props, key });
  // In React these two rise from the elements within.
  const { onFocus, onBlur, ...attributes } = props;
  return createElement(type, { ...attributes, onFocusIn: onFocus, onFocusOut: onBlur, key });
}
export { jsx as jsxs };

/** The same function has the same class, or each render would begin anew. */
function classOf(view: View): Constructor {
  const known = classes.get(view);
  if (known) return known;
  // All are of one class in truth: engines keep what they learn of objects by it.
  function make(props: Props) {
    return Object.assign(new Hooked(props), { view });
  }
  make.prototype = Hooked.prototype;
  const made = make as unknown as Constructor;
  classes.set(view, made);
  return made;
}

function nextCell(first: () => Cell): Cell {
  const cell = rendering.cells[place] ?? first();
  rendering.cells[place] = cell;
  place += 1;
  return cell;
}

export function useState<Value>(first: Value | (() => Value)) {
  const component = rendering;
  const cell = nextCell(() => ({ value: first instanceof Function ? first() : first }));
  function setValue(next: Value | ((value: Value) => Value)) {
    const value = next instanceof Function ? next(cell.value as Value) : next;
    if (Object.is(value, cell.value)) return;
    cell.value = value;
    component.forceUpdate();
  }
  return [cell.value as Value, setValue] as const;
}

export function useRef<Value>(first: Value): { current: Value } {
  return nextCell(() => ({ value: { current: first } })).value as { current: Value };
}

export function useEffect(act: () => Undo, inputs: readonly unknown[]): void {
  const cell = nextCell(() => ({}));
  const before = cell.value as readonly unknown[] | undefined;
  if (before && inputs.every((input, index) => Object.is(input, before[index]))) return;
  cell.value = inputs;
  cell.due = act;
}

/** Effects are run before the browser paints as it is. */
export { useEffect as useLayoutEffect };

export function createRoot(element: Element) {
  return {
    render: (content: ComponentChild) => render(content, element),
    unmount: () => render(null, element),
  };
}

export function useStore<Value>(store: Store<Value>): Value {
  const value = store.get();
  const [, setValue] = useState(value);
  useEffect(() => {
    // It may have changed since it was drawn.
    setValue(store.get());
    return store.listen(setValue);
  }, [store]);
  return value;
}
