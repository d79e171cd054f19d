import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading, NotLoaded } from '../../ui/waiting.tsx';
import { startSession } from '../session/session.store.ts';
import { $contact, loadContact } from './contact.store.ts';
import { ContactForm } from './contact-form.tsx';

interface ContactDialogProps {
  onClose: () => void;
}

/** Fale conosco: a message to support, of anybody. */
export function ContactDialog({ onClose }: ContactDialogProps) {
  useEffect(() => {
    startSession();
    void loadContact();
  }, []);
  return (
    <Dialog title="Fale conosco" onClose={onClose}>
      <Content onClose={onClose} />
    </Dialog>
  );
}

function Content({ onClose }: ContactDialogProps) {
  const contact = useStore($contact);
  switch (contact.state) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return <NotLoaded lines={contact.lines} onRetry={loadContact} />;
    case 'known':
      return <ContactForm subjects={contact.subjects} author={contact.author} onClose={onClose} />;
    default:
      return contact satisfies never;
  }
}
