import { originMissing } from '../texts.ts';
import { campaignOrigin, commonAttributes, readOptions, scriptFolder } from './attribute-reader.ts';

/** Each has a sentence in `../problems/` and a paragraph with this id in the page `/widgets`. */
export type ProblemCode =
  | 'ORIGIN_MISSING'
  | 'ATTRIBUTE_INVALID'
  | 'CAMPAIGN_MISSING'
  | 'CAMPAIGN_UNKNOWN'
  | 'ELEMENT_NOT_FOUND'
  | 'FRAME_NOT_READY'
  | 'FRAME_BLOCKED'
  | 'ORIGIN_NOT_LISTED'
  | 'PAGE_SANDBOXED'
  | 'PAGE_NOT_POSSIBLE'
  | 'SHOPS_NOT_FOUND'
  | 'WIDGET_FAILED';

export interface WidgetProblem {
  readonly host: Element;
  readonly code: ProblemCode;
  /** What it is about, such as an attribute with its value, or an address. */
  readonly about: string;
  readonly origin: string;
}

export interface ProblemModule {
  explain(problem: WidgetProblem): Promise<void>;
}

const reported = new Set<string>();

/** Logs one sentence, once; each element that failed also gets a link from the explanation. */
export function reportProblem(host: Element, code: ProblemCode, about = ''): void {
  const frame = host.querySelector<HTMLIFrameElement>(':scope > iframe')?.src;
  const origin = campaignOrigin(readOptions(host, commonAttributes).origin, frame);
  const text = origin ? `veja ${origin}/widgets#${code} ${about}` : originMissing;
  const isLogged = reported.has(text);
  const inShort = () => !isLogged && console.warn(`${host.localName}: ${text}`);
  if (isLogged && code !== 'WIDGET_FAILED') return;
  reported.add(text);
  if (origin) {
    import(/* webpackIgnore: true */ /* @vite-ignore */ `${scriptFolder(origin)}problems.js`)
      .then((module: ProblemModule) => module.explain({ host, code, about, origin }))
      .catch(inShort);
  } else inShort();
}
