import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { IncidentSubject } from '../../contract/support.ts';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { conversationParameter } from '../../paths.ts';
import { $session, watchSession } from '../session/session.store.ts';
import { $contact, loadContact, unknownAuthor, withOthers } from './contact.store.ts';
import { ContactForm } from './contact-dialog.tsx';
import { ConversationPage } from './conversation.island.tsx';
import { tokenOf } from './conversation.store.ts';

interface FramedContactProps {
  site: SiteProps;
  subjects: readonly IncidentSubject[];
}

export function FramedContact({ site, subjects }: FramedContactProps) {
  startSite(site);
  const fragment = useFragment();
  const contact = useStore($contact, { ssr: 'initial' });
  const [sent, setSent] = useState(0);
  useEffect(() => {
    watchSession();
    return $session.subscribe(({ state }) => {
      if (state === 'signed-in') void loadContact();
    });
  }, []);
  const isConversation = fragment?.startsWith(`#${conversationParameter}=`);
  const title = useRef<HTMLHeadingElement>(null);
  const wasConversation = useRef(false);
  useEffect(() => {
    // The link that was pressed in the conversation is gone with it.
    if (wasConversation.current) title.current?.focus();
    wasConversation.current = isConversation === true;
  }, [isConversation]);
  if (isConversation) return null;
  const props =
    contact.state === 'loaded'
      ? contact.value
      : { subjects: withOthers(subjects), ...unknownAuthor };
  return (
    <section className="panel">
      <h1 className="page-title" tabIndex={-1} ref={title}>
        Fale conosco
      </h1>
      <ContactForm
        key={sent}
        {...props}
        onClose={() => {
          title.current?.focus();
          setSent(sent + 1);
        }}
      />
    </section>
  );
}

export function FramedConversation({ site }: { site: SiteProps }) {
  startSite(site);
  const isShown = useFragment() !== null && tokenOf(window.location) !== '';
  return isShown ? <ConversationPage site={site} /> : null;
}

/** From the page's address, which “Fale conosco” in a conversation changes; null on the server. */
function useFragment(): string | null {
  const [fragment, setFragment] = useState<string | null>(null);
  useLayoutEffect(() => {
    const readFragment = () => setFragment(window.location.hash);
    readFragment();
    window.addEventListener('hashchange', readFragment);
    return () => window.removeEventListener('hashchange', readFragment);
  }, []);
  return fragment;
}
