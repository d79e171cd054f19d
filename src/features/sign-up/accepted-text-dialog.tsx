import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Document } from '../../contract/hotsite.ts';
import { regulationPath } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading, NotLoaded } from '../../ui/status.tsx';
import {
  $acceptedTexts,
  loadAcceptedTexts,
  retryAcceptedTexts,
  textsOf,
} from './accepted-texts.store.ts';

interface AcceptedTextDialogProps {
  path: string;
  onClose: () => void;
}

/** A text that a consent speaks of, over the form, so that nothing typed is left. */
export function AcceptedTextDialog({ path, onClose }: AcceptedTextDialogProps) {
  useEffect(() => void loadAcceptedTexts(), []);
  return (
    <Dialog
      title={path === regulationPath ? 'Regulamento' : 'Privacidade'}
      id="texto"
      look="dialog-large"
      onClose={onClose}
    >
      <Texts path={path} />
      <p>
        <a href={path} target="_blank" rel="noopener">
          Abrir em outra aba
        </a>
      </p>
      <button type="button" className="button button-wide" onClick={onClose}>
        Voltar ao cadastro
      </button>
    </Dialog>
  );
}

function Texts({ path }: { path: string }) {
  const texts = useStore($acceptedTexts);
  if (texts.state === 'loading') return <Loading />;
  if (texts.state === 'failed') {
    return <NotLoaded lines={texts.lines} onRetry={retryAcceptedTexts} />;
  }
  return textsOf(path, texts).map((text) => <Text key={text.title} text={text} />);
}

function Text({ text: { title, sections } }: { text: Document }) {
  return (
    <>
      <h3>{title}</h3>
      {sections.map((section) => (
        <section key={section.title}>
          <b>{section.title}</b>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph.replace(/^- /, '• ')}</p>
          ))}
        </section>
      ))}
    </>
  );
}
