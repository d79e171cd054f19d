import { environment } from '../environment.ts';
import { draftPrefix } from '../storage-keys.ts';

/** Where a form keeps what was typed until it is sent or its tab is closed. */
export function draftOf(form: string) {
  const key = `${draftPrefix}${form}`;
  return {
    get: () => environment().drafts.get(key),
    set: (text: string) => environment().drafts.set(key, text),
    remove: () => environment().drafts.remove(key),
  };
}

/** Forgets what every form of this tab holds. */
export function dropDrafts(): void {
  environment().drafts.clear(draftPrefix);
}
