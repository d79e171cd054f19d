import { call } from '../../client/call.ts';
import { resource } from '../../client/resource.ts';
import { type Document, getHotsiteEndpoint, type Hotsite } from '../../contract/hotsite.ts';
import { environment } from '../../environment.ts';
import { regulationPath } from '../../paths.ts';

const hotsite = resource(() => call(getHotsiteEndpoint), { keepStale: true });

export const {
  $state: $acceptedTexts,
  load: loadAcceptedTexts,
  retry: retryAcceptedTexts,
} = hotsite;

export interface AcceptedText {
  /** Distinguishes it from others of its kind, in a word or two. */
  name: string;
  summary: readonly string[];
  text: Document;
}

/** Empty for a campaign whose text is a PDF elsewhere. */
export function textsOf(path: string, { pages }: Hotsite): readonly AcceptedText[] {
  const { regulations, privacy } = pages;
  if (path !== regulationPath) {
    return privacy ? [{ name: privacy.title, summary: privacy.summary ?? [], text: privacy }] : [];
  }
  const { engines } = environment().site.campaign;
  return regulations.map(({ engineType, summary, text }) => ({
    name: engines.find(({ type }) => type === engineType)?.name ?? text.title,
    summary: summary ?? [],
    text,
  }));
}
