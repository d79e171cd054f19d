import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Document, Hotsite } from '../../contract/hotsite.ts';
import { mascotImage, regulationPath } from '../../paths.ts';
import { unbrokenMoney } from '../../rules/money.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadedView } from '../../ui/status.tsx';
import { useStyleSheet } from '../../ui/use-style-sheet.ts';
import styleSheet from './accepted-text.css?url';
import {
  $acceptedTexts,
  type AcceptedText,
  loadAcceptedTexts,
  retryAcceptedTexts,
  textsOf,
} from './accepted-texts.store.ts';

interface AcceptedTextDialogProps {
  path: string;
  onClose: () => void;
}

/** Shows, over the form, a text named by a consent. The form keeps what was typed. */
export function AcceptedTextDialog({ path, onClose }: AcceptedTextDialogProps) {
  useStyleSheet(styleSheet);
  const loaded = useStore($acceptedTexts);
  useEffect(() => void loadAcceptedTexts(), []);
  return (
    <Dialog
      title={path === regulationPath ? 'Regulamento' : 'Política de privacidade'}
      id="texto"
      className="dialog-large accepted-text"
      onClose={onClose}
    >
      <LoadedView loaded={loaded} onRetry={retryAcceptedTexts}>
        {(hotsite) => <Texts path={path} hotsite={hotsite} />}
      </LoadedView>
      <div className="accepted-text-end">
        <button type="button" className="button" onClick={onClose}>
          Voltar ao cadastro
        </button>
        <a href={path} target="_blank" rel="noopener">
          Abrir em outra aba
        </a>
      </div>
    </Dialog>
  );
}

function Texts({ path, hotsite }: { path: string; hotsite: Hotsite }) {
  const [openIndex, setOpenIndex] = useState(0);
  const texts = textsOf(path, hotsite);
  const openText = texts[openIndex];
  return (
    <>
      {texts.length > 1 && (
        <fieldset className="segmented" aria-label="Regulamentos">
          {texts.map(({ name }, index) => (
            <button
              key={name}
              type="button"
              aria-pressed={index === openIndex}
              onClick={() => setOpenIndex(index)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      {openText && <Text {...openText} isNamed={texts.length > 1 || path !== regulationPath} />}
    </>
  );
}

type TextProps = Omit<AcceptedText, 'name'> & {
  /** By what stands above it. */
  isNamed: boolean;
};

function Text({ summary, text: { title, sections }, isNamed }: TextProps) {
  return (
    <article>
      <h3 className={isNamed ? 'visually-hidden' : undefined}>{title}</h3>
      {summary.length > 0 && (
        <section className="accepted-summary">
          <h4>Em resumo</h4>
          <img {...mascotImage('le')} alt="" />
          <ul>
            {summary.map((sentence) => (
              <li key={sentence}>{emphasised(unbrokenMoney(sentence))}</li>
            ))}
          </ul>
        </section>
      )}
      <details className="whole-text" open={summary.length === 0}>
        <summary>{summary.length > 0 ? 'Ler o texto completo' : 'Texto completo'}</summary>
        {sections.map((section) => (
          <Section key={section.title} {...section} />
        ))}
      </details>
    </article>
  );
}

function Section({ title, paragraphs }: Document['sections'][number]) {
  return (
    <section>
      <h4>{title}</h4>
      {paragraphs.map((paragraph) => {
        const [, clause, words = paragraph] = /^(\d+\.\d+\.) (.+)$/s.exec(paragraph) ?? [];
        return (
          <p key={paragraph}>
            {clause && <b>{clause}</b>} {unbrokenMoney(words.replace(/^- /, '• '))}
          </p>
        );
      })}
    </section>
  );
}

/** Text between two pairs of stars is emphasised. */
function emphasised(text: string) {
  return text.split('**').map((part, index) => (index % 2 === 1 ? <b key={part}>{part}</b> : part));
}
