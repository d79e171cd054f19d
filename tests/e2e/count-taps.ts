import type { Locator } from '@playwright/test';

/** A hand that holds a phone, and counts its taps. */
interface Hand {
  readonly taps: number;
  readonly characters: number;
  tap(target: Locator): Promise<void>;
  /** Every field costs a tap, although a phone's keyboard leads from one to the next, too. */
  type(field: Locator, text: string): Promise<void>;
  /** A tap opens the list, another takes the choice. */
  choose(list: Locator, value: string): Promise<void>;
  /** What is outside of the page, such as the browser's own question for the camera. */
  answerBrowser(): void;
}

export function newHand(): Hand {
  const done = { taps: 0, characters: 0 };
  return {
    get taps() {
      return done.taps;
    },
    get characters() {
      return done.characters;
    },
    async tap(target) {
      done.taps += 1;
      await target.tap();
    },
    async type(field, text) {
      done.taps += 1;
      done.characters += text.length;
      await field.tap();
      await field.fill(text);
    },
    async choose(list, value) {
      done.taps += 2;
      await list.selectOption(value);
    },
    answerBrowser() {
      done.taps += 1;
    },
  };
}
