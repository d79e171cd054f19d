import { call } from '../../client/call.ts';
import { type Loaded, resource } from '../../client/resource.ts';
import { type Document, getHotsite, type Hotsite } from '../../contract/hotsite.ts';
import { regulationPath } from '../../paths.ts';

const hotsite = resource(() => call(getHotsite), { keepStale: true });

export const {
  $state: $acceptedTexts,
  load: loadAcceptedTexts,
  retry: retryAcceptedTexts,
} = hotsite;

/** Empty for a campaign whose text is a PDF elsewhere. */
export function textsOf(path: string, texts: Loaded<Hotsite>): readonly Document[] {
  if (texts.state !== 'known') return [];
  const { regulations, privacy } = texts.value.pages;
  if (path === regulationPath) return regulations.map(({ text }) => text);
  return privacy ? [privacy] : [];
}
