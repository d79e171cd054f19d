import { expect } from '@playwright/test';
import { addLibrary, type Description, elementsAt, hasLibrary } from './find-elements.ts';
import type { Tab, TabElement } from './tab.ts';

/** A page, a frame, or a part of either, as a person uses it; whatever is not there yet is waited for. */
export interface Target {
  /** The part that is one element of this role and name. */
  part(role: string, name: string | RegExp): Target;
  /** Everything in a frame of the page, by its CSS selector. */
  frame(selector: string): Target;
  press(role: 'button' | 'link' | 'checkbox' | 'radio', name: string | RegExp): Promise<void>;
  /** Types into a field, key by key, in the place of what it holds. */
  fill(label: string, text: string): Promise<void>;
  choose(label: string, option: string): Promise<void>;
  attach(label: string, path: string): Promise<void>;
  /** Waits until a field holds this. */
  holds(label: string, value: string | RegExp): Promise<void>;
  /** Waits until this can be seen; so many of them. */
  shows(role: string, name?: string | RegExp, times?: number): Promise<void>;
  /** Waits until this text can be read. */
  says(text: string | RegExp): Promise<void>;
  /** What is written here now, as it is laid out. */
  text(): Promise<string>;
}

export function targetOf(tab: Tab, frame?: string, path: readonly Description[] = []): Target {
  const at = (description?: Description) => elementsAt(description ? [...path, description] : path);

  /** Sends the library’s 180 KB once: with each look, WebKit took most of its time to read them. */
  const prepare = async () => {
    if (!(await tab.evaluate(hasLibrary, frame))) await tab.evaluate(addLibrary, frame);
  };

  /** Does something with the one element of a description, again until it can be done. */
  const act = (description: Description, deed: (element: TabElement) => Promise<void>) => {
    let triedAt: string | null = null;
    return expect(async () => {
      // A driver may report as lost what it has pressed, where the press led to another page.
      if (triedAt !== null && (await tab.address()) !== triedAt) return;
      await prepare();
      const [element, ...others] = await tab.elements(at(description), frame);
      expect(element, JSON.stringify(description)).toBeDefined();
      expect(others, JSON.stringify(description)).toHaveLength(0);
      if (!element) return;
      triedAt = await tab.address();
      await deed(element);
    }).toPass();
  };

  const text = async () => {
    if (path.length > 0) await prepare();
    const texts = await tab.evaluate(`${at()}.map((place) => place.innerText ?? '')`, frame);
    return Array.isArray(texts) ? texts.join('\n') : '';
  };

  return {
    part: (role, name) => targetOf(tab, frame, [...path, { role, name }]),
    frame: (selector) => targetOf(tab, selector),
    press: (role, name) => act({ role, name }, (element) => element.click()),
    fill: (label, typed) => act({ label }, (element) => element.fill(typed)),
    choose: (label, option) => act({ label }, (element) => element.choose(option)),
    attach: (label, path) => act({ label }, (element) => element.attach(path)),
    holds: (label, value) =>
      expect(async () => {
        await prepare();
        const values = await tab.evaluate(`${at({ label })}.map(({ value }) => value)`, frame);
        expect(values).toEqual([typeof value === 'string' ? value : expect.stringMatching(value)]);
      }).toPass(),
    shows: (role, name, times = 1) =>
      expect(async () => {
        const description = name === undefined ? { role } : { role, name };
        await prepare();
        const found = await tab.evaluate(`${at(description)}.length`, frame);
        expect(found, `${role} ${name ?? ''}`).toBe(times);
      }).toPass(),
    says: (words) =>
      expect(async () => {
        const wanted =
          typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words);
        expect(await text()).toEqual(wanted);
      }).toPass(),
    text,
  };
}
