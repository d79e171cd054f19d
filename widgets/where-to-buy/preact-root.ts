import { type ComponentChild, render } from 'preact';

/**
 * Stands for `react-dom/client` in the scripts of elements: what the carousel uses of React is in
 * Preact itself, and its layer of compatibility would be an eighth of the script.
 */
export function createRoot(place: Element) {
  return {
    render: (view: ComponentChild) => render(view, place),
    unmount: () => render(null, place),
  };
}
