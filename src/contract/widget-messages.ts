import {
  define,
  type Infer,
  integer,
  literal,
  max,
  min,
  optional,
  pattern,
  string,
  type,
  union,
} from 'superstruct';
import { messageName } from './message-name.ts';

/**
 * What a page and the campaign's frame inside it say to each other. The page says hello, by
 * `postMessage` to the campaign's origin, and hands a `MessagePort` over; everything else goes from
 * the frame to the page through that port. Hello may be said again at any time: the newest port
 * holds. Neither side says anything personal, and no code or token.
 */

/** CSS pixels; nothing taller is believed. */
const pixels = max(min(integer(), 0), 20_000);

/** Name that the page gives the widget; every answer repeats it. */
const name = pattern(string(), messageName);

const envelope = { v: literal(1), id: name } as const;

/** Page to frame, with one port. */
export const HelloMessage = type({ ...envelope, type: literal('hello') });
export type HelloMessage = Infer<typeof HelloMessage>;

/** An address with neither query nor fragment, where codes and names would stand. */
const PlainAddress = define<string>(
  'PlainAddress',
  (value) => typeof value === 'string' && URL.canParse(value) && !/[?#]/.test(value),
);

/** Frame to page: it was understood, and goes on speaking through this port. */
const ReadyMessage = type({ ...envelope, type: literal('ready') });

/** Frame to page: how tall its content is, CSS pixels. */
const ResizeMessage = type({
  ...envelope,
  type: literal('resize'),
  height: pixels,
});

/** Frame to page: the focus moved to what stands in this part of it, from its top, CSS pixels. */
const FocusMessage = type({ ...envelope, type: literal('focus'), top: pixels, bottom: pixels });

/** Frame to page: a form, by its id, is sent, was taken, or was not taken. */
const SubmitMessage = type({ ...envelope, type: literal('submit'), form: name });
const SuccessMessage = type({ ...envelope, type: literal('success'), form: name });
const ErrorMessage = type({
  ...envelope,
  type: literal('error'),
  form: name,
  /** Why, in a code of the gateway. */
  code: optional(name),
});

/** Frame to page: it takes the person to this page of the campaign's site now. */
const HandoffMessage = type({ ...envelope, type: literal('handoff'), url: PlainAddress });

export const FrameMessage = union([
  ReadyMessage,
  ResizeMessage,
  FocusMessage,
  SubmitMessage,
  SuccessMessage,
  ErrorMessage,
  HandoffMessage,
]);
export type FrameMessage = Infer<typeof FrameMessage>;
