/**
 * Only the newest `MessagePort` counts. No message holds personal data, a code or a token.
 * Parsed by hand: every page with a widget would pay for a library's bytes.
 */

export const widgetEvents = [
  'ready',
  'resize',
  'seen',
  'started',
  'step',
  'submit',
  'success',
  'done',
  'error',
  'failed',
  'handoff',
] as const;

interface Envelope {
  readonly v: 1;
  readonly id: string;
}

/** Attributes set by an embedder and applied by the frame, which checks each value itself. */
const settingNames = [
  'partner',
  'utm-source',
  'utm-medium',
  'utm-campaign',
  'hidden-fields',
  'prefill-name',
  'prefill-email',
  'prefill-phone',
  'prefill-birth-date',
  'accent',
  'radius',
  'font',
  'density',
  'scheme',
  'card',
] as const;

export type SettingName = (typeof settingNames)[number];

export type FormSettings = { readonly [Name in SettingName]?: string };

/** A hello with `settings` means that the page also answers a `handoff`; old scripts send none. */
interface HelloMessage extends Envelope {
  readonly type: 'hello';
  readonly settings?: FormSettings;
}

/** Page to frame, by the port. */
export type PageContent =
  | { readonly type: 'settings'; readonly settings: FormSettings }
  | { readonly type: 'leave'; readonly isAllowed: boolean }
  | { readonly type: 'focus' | 'reset' };

/**
 * Frame to page, in CSS pixels from the frame's top; a form is named by its id. `loading` answers a
 * hello before the frame's scripts are there: no other document, such as a refusal, answers.
 */
export type FrameContent =
  | { readonly type: 'loading' | 'seen' }
  | { readonly type: 'ready'; readonly campaign?: number | undefined }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'focus'; readonly top: number; readonly bottom: number }
  | { readonly type: 'step'; readonly form: string; readonly step: number; readonly of: number }
  | {
      readonly type: 'started' | 'submit' | 'success' | 'done' | 'error' | 'failed';
      readonly form: string;
      readonly code?: string;
    }
  | { readonly type: 'handoff'; readonly url: string };

export type FrameMessage = Envelope & FrameContent;

export function helloMessage(id: string, settings: FormSettings): HelloMessage {
  return { v: 1, id, type: 'hello', settings };
}

export function isHello(data: unknown): data is HelloMessage {
  const { v, id, type } = membersOf(data);
  return v === 1 && type === 'hello' && isName(id);
}

/** Names that are known, and texts of any length. Null from a script that sends none. */
export function readFormSettings(settings: unknown): FormSettings | null {
  if (typeof settings !== 'object' || settings === null) return null;
  const members = membersOf(settings);
  const entries = settingNames.map((name) => [name, members[name]]);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}

/** A page may have cleaned its address, and with it the visit's UTM, before it sets something else. */
export function withEarlierVisit(settings: FormSettings, earlier: FormSettings): FormSettings {
  const isOfVisit = (name: string) => name.startsWith('utm-');
  if (Object.keys(settings).some(isOfVisit)) return settings;
  const visit = Object.entries(earlier).filter(([name]) => isOfVisit(name));
  return { ...Object.fromEntries(visit), ...settings };
}

export function readPageMessage(data: unknown): PageContent | null {
  const { v, type, settings, isAllowed } = membersOf(data);
  if (v !== 1) return null;
  if (type === 'settings') return { type, settings: readFormSettings(settings) ?? {} };
  if (type === 'leave') return { type, isAllowed: isAllowed === true };
  return type === 'focus' || type === 'reset' ? { type } : null;
}

/** Reads a message, without its envelope. Null for all else, also for another page's messages. */
export function readFrameMessage(data: unknown, greeted: string): FrameContent | null {
  const { v, id, ...members } = membersOf(data);
  return v === 1 && id === greeted ? readContent(members) : null;
}

type Check = (value: unknown) => boolean;

const absentOr = (check: Check) => (value: unknown) => value === undefined || check(value);
const form = { form: isName, code: absentOr(isName) };

const shapes: Readonly<Record<FrameContent['type'], Readonly<Record<string, Check>>>> = {
  loading: {},
  seen: {},
  ready: { campaign: absentOr(Number.isInteger) },
  resize: { height: isPixels },
  focus: { top: isPixels, bottom: isPixels },
  started: form,
  step: { form: isName, step: isPixels, of: isPixels },
  submit: form,
  success: form,
  done: form,
  error: form,
  failed: form,
  handoff: { url: isPlainAddress },
};

function readContent({ type, ...members }: Record<string, unknown>): FrameContent | null {
  if (!Object.keys(shapes).includes(String(type))) return null;
  const content: Record<string, unknown> = { type };
  for (const [name, check] of Object.entries(shapes[type as FrameContent['type']])) {
    if (!check(members[name])) return null;
    if (members[name] !== undefined) content[name] = members[name];
  }
  // Each member has passed the check of its own name.
  return content as unknown as FrameContent;
}

function membersOf(data: unknown): Record<string, unknown> {
  return Array.isArray(data) ? {} : Object(data);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value);
}

export function frameHeight(wantedPixels: number): number {
  return Math.min(10_000, Math.max(120, wantedPixels));
}

/** Refuses the height of a frame that claims to be taller than this. */
function isPixels(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 20_000;
}

/** Query and fragment could hold codes and names. */
function isPlainAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/[^\s?#]+$/.test(value);
}
