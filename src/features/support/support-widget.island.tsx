import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { IncidentSubject } from '../../contract/support.ts';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { useHydrated } from '../../ui/hydrated.ts';
import { $session, startSession } from '../session/session.store.ts';
import { $contact, loadContact, withOthers } from './contact.store.ts';
import { ContactForm } from './contact-dialog.tsx';
import { Conversation } from './conversation.island.tsx';
import { tokenOf } from './conversation.store.ts';

interface ContactWidgetProps {
  site: SiteProps;
  /** The campaign's, as they were at the build: the form is there before anything was asked. */
  subjects: readonly IncidentSubject[];
  /** Start of the addresses, from #, that lead to something else in the same place. */
  elsewhere: string;
}

/** A message to support on somebody else's page; of whoever is signed in, it knows who writes. */
export function ContactWidget({ site, subjects, elsewhere }: ContactWidgetProps) {
  startSite(site);
  const isHere = useHydrated();
  const contact = useStore($contact, { ssr: 'initial' });
  const [sent, setSent] = useState(0);
  useEffect(() => {
    startSession();
    return $session.subscribe(({ state }) => {
      if (state === 'signed-in') void loadContact();
    });
  }, []);
  if (isHere && window.location.hash.startsWith(elsewhere)) return null;
  const known =
    contact.state === 'known' ? contact : { subjects: withOthers(subjects), author: {} };
  return (
    <section className="panel">
      <h1 className="page-title">Fale conosco</h1>
      <ContactForm
        key={`${sent} ${contact.state}`}
        subjects={known.subjects}
        author={known.author}
        onClose={() => setSent(sent + 1)}
      />
    </section>
  );
}

/** On somebody else's page, the conversation that the address names; nothing when it names none. */
export function ConversationWidget({ site }: { site: SiteProps }) {
  startSite(site);
  const isHere = useHydrated();
  return isHere && tokenOf(window.location) !== '' ? <Conversation site={site} /> : null;
}
