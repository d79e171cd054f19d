/** A tab of whichever browser. Frames are named by a CSS selector of the page. */
export interface Tab {
  open(address: string): Promise<void>;
  address(): Promise<string>;
  /** CSS pixels that a page has. */
  resize(width: number, height: number): Promise<void>;
  /** What an expression is worth in the page or in a frame: anything that JSON can say. */
  evaluate(expression: string, frame?: string): Promise<unknown>;
  /** The elements of the list that an expression makes in the page or in a frame. */
  elements(expression: string, frame?: string): Promise<TabElement[]>;
  /** Presses these keys, wherever the focus is. */
  type(text: string): Promise<void>;
  /** What the window shows, as PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** An element as a hand finds it: each act throws where a person could not do it. */
export interface TabElement {
  click(): Promise<void>;
  /** Types, key by key, in the place of what a field holds. */
  fill(text: string): Promise<void>;
  /** Chooses an option of a select by its text. */
  choose(option: string): Promise<void>;
  /** Gives a file to a file field. */
  attach(path: string): Promise<void>;
}

/** What a person has chosen on their device: everything moves, or as little as possible. */
export type Motion = 'no-preference' | 'reduce';

/** A browser that opens tabs which know nothing of each other. */
export interface TestBrowser {
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}
