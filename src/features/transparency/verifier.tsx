import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import type { Check } from '../../rules/verification/checks.ts';
import { LiveRegion } from '../../ui/status.tsx';
import {
  $ownFiles,
  $verification,
  forgetFiles,
  startVerification,
  stopVerification,
  takeFile,
  type Verification,
} from './transparency.store.ts';

/** Runs the verification in this browser, so that the promotion's server need not be trusted. */
export function Verifier() {
  const verification = useStore($verification);
  const own = Object.values(useStore($ownFiles));
  const [strange, setStrange] = useState<readonly string[]>([]);
  const isRunning = verification.state === 'running';
  return (
    <section className="panel" aria-labelledby="conferir">
      <h2 id="conferir">Confira você</h2>
      <p>
        A conferência baixa os arquivos publicados e refaz as contas aqui, no seu aparelho. Se você
        guardou uma cópia dos arquivos, use a sua.
      </p>
      <div className="button-row">
        <button
          type="button"
          className="button"
          aria-busy={isRunning}
          onClick={() => void (isRunning || startVerification())}
        >
          Conferir agora
        </button>
        {isRunning ? (
          <button type="button" className="button button-secondary" onClick={stopVerification}>
            Parar
          </button>
        ) : (
          <FileChoice
            onFiles={(files) =>
              setStrange(files.filter((file) => !takeFile(file)).map(({ name }) => name))
            }
          />
        )}
      </div>
      {strange.length > 0 && (
        <p className="message message-danger" role="alert">
          {strange.join(', ')}: escolha ledger.jsonl, numbers.csv ou schedule.csv.
        </p>
      )}
      {own.length > 0 && (
        <p>
          Arquivos seus: {own.map(({ name }) => name).join(', ')}.{' '}
          <button type="button" className="button-link" onClick={forgetFiles}>
            Usar os publicados
          </button>
        </p>
      )}
      <Outcome verification={verification} />
      <LiveRegion text={spoken(verification)} />
    </section>
  );
}

function Outcome({ verification }: { verification: Verification }) {
  switch (verification.state) {
    case 'idle':
      return null;
    case 'failed':
      return (
        <p className="message message-danger" role="alert">
          {verification.lines.join(' ')}
        </p>
      );
    case 'running':
      return (
        <>
          <Checks checks={verification.checks} />
          <div className="progress-card">
            <b>{verification.now?.name ?? 'Lendo os arquivos'}</b>
            <span>{verification.now?.done.toLocaleString('pt-BR')}</span>
            <progress
              aria-label="Conferência"
              max={verification.now?.total ?? 1}
              value={verification.now?.done}
            />
          </div>
        </>
      );
    case 'done':
      return <Checks checks={verification.checks} />;
    default:
      return verification satisfies never;
  }
}

const chips = {
  right: ['chip-success', 'Confere'],
  wrong: ['chip-danger', 'Não confere'],
  later: ['chip-mute', 'Ainda não'],
  note: ['chip-mute', 'Saiba'],
} as const;

function Checks({ checks }: { checks: readonly Check[] }) {
  if (checks.length === 0) return null;
  return (
    <ul className="checks">
      {checks.map(({ name, verdict, sentence }) => {
        const [look, word] = chips[verdict];
        return (
          <li key={name + sentence}>
            <h3>
              {name} <span className={`chip ${look}`}>{word}</span>
            </h3>
            <p>{sentence}</p>
          </li>
        );
      })}
    </ul>
  );
}

/** Screen readers hear the result, not every line. */
function spoken(verification: Verification): string {
  if (verification.state === 'running') return 'Conferindo…';
  if (verification.state !== 'done') return '';
  const wrong = verification.checks.filter(({ verdict }) => verdict === 'wrong');
  return wrong.length === 0
    ? 'Tudo o que está publicado confere.'
    : `Não confere: ${wrong.map(({ name }) => name).join(', ')}.`;
}

export function FileChoice({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="button button-secondary"
        onClick={() => input.current?.click()}
      >
        Usar arquivos meus
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Usar arquivos meus"
        accept=".jsonl,.csv"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
