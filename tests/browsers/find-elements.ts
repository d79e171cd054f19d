import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as TestingLibrary from '@testing-library/dom';

/** What a person calls an element by: its role and name, or the beginning of a field's label. */
export type Description = { role: string; name?: string | RegExp } | { label: string };

/** A description that can be sent to a browser. */
type Sent = { role: string; name?: string; pattern?: [string, string] } | { label: string };

const library = readFileSync(
  fileURLToPath(
    new URL('dist/@testing-library/dom.umd.min.js', import.meta.resolve('@testing-library/dom/')),
  ),
  'utf8',
);

/** An expression for whether this page has the library; each page needs it once. It leaves no name there. */
export const hasLibrary = "Symbol.for('finder') in window";

export const addLibrary = `void (window[Symbol.for('finder')] = (() => {
  const module = { exports: {} }, { exports } = module;
  ${library}
  return exports;
})())`;

/**
 * An expression for the list of elements that a person perceives under the last description, inside
 * what the ones before it describe; open shadow roots included. A description needs the library.
 */
export function elementsAt(path: readonly Description[]): string {
  return `(${findElements})(window[Symbol.for('finder')], ${JSON.stringify(path.map(sent))})`;
}

function sent(description: Description): Sent {
  if ('label' in description) return description;
  const { role, name } = description;
  if (name instanceof RegExp) return { role, pattern: [name.source, name.flags] };
  return name === undefined ? { role } : { role, name };
}

/** Runs in the page. */
function findElements(finder: typeof TestingLibrary, path: readonly Sent[]): HTMLElement[] {
  const shadows = [...document.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot);
  // A shadow root can be searched as an element can; the library's types do not say so.
  let places = [document.body, ...shadows.filter((root) => root !== null)] as HTMLElement[];
  for (const step of path) {
    places = places.flatMap((place) => {
      if ('label' in step) {
        const labelled = finder.queryAllByLabelText(place, (text) => text.startsWith(step.label), {
          selector: 'input, select, textarea',
        });
        // A file field is pressed by its label, and need not be drawn itself.
        return labelled.filter(
          (field) => field.matches('[type=file]') || field.getClientRects().length > 0,
        );
      }
      const name = step.pattern === undefined ? step.name : new RegExp(...step.pattern);
      const found = finder.queryAllByRole(place, step.role, name === undefined ? {} : { name });
      // The library takes what a closed menu holds for perceivable.
      return found.filter((element) => element.checkVisibility());
    });
  }
  return places;
}

/** An expression for the frame at `{host} iframe`, also where it stands in the host's shadow root. */
export function frameAt(selector: string): string {
  const [host = ''] = selector.split(' ');
  return `(document.querySelector('${selector}') ??
    document.querySelector('${host}')?.shadowRoot?.querySelector('iframe'))`;
}
