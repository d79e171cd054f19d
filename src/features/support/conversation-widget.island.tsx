import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { useHydrated } from '../../ui/hydrated.ts';
import { Conversation } from './conversation.island.tsx';
import { tokenOf } from './conversation.store.ts';

/** On somebody else's page, the conversation that the address names; nothing when it names none. */
export function ConversationWidget({ site }: { site: SiteProps }) {
  startSite(site);
  const isHere = useHydrated();
  return isHere && tokenOf(window.location) !== '' ? <Conversation site={site} /> : null;
}
