import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import type { Engine } from '../../contract/engines.ts';
import { type MascotPose, mascotPath } from '../../paths.ts';
import { readCheckpoint } from '../../rules/log/signed-note.ts';
import type { Check } from '../../rules/verification/findings.ts';
import { LiveRegion } from '../../ui/loading.tsx';
import {
  $evidence,
  $ownFiles,
  $published,
  $verification,
  forgetFiles,
  startVerification,
  stopVerification,
  takeFile,
  type Verification,
} from './transparency.store.ts';

/** One button and one answer, found in this browser, so that no server has to be trusted. */
export function Verifier({ engines }: { engines: readonly Engine[] }) {
  const verification = useStore($verification);
  const isRunning = verification.state === 'running';
  const isDone = verification.state === 'done';
  return (
    <section className="verifier rays" aria-labelledby="conferir">
      <img src={mascotPath(poseOf(verification))} width="320" height="300" loading="lazy" alt="" />
      <h2 id="conferir">{headingOf(verification)}</h2>
      <Outcome verification={verification} />
      <div className="button-row">
        <button
          type="button"
          className={isDone ? 'button button-secondary' : 'button'}
          aria-busy={isRunning}
          onClick={() => void (isRunning || startVerification())}
        >
          {isDone ? 'Conferir de novo' : 'Conferir agora'}
        </button>
        {isRunning && (
          <button type="button" className="button button-secondary" onClick={stopVerification}>
            Parar
          </button>
        )}
      </div>
      <Published engines={engines} />
      <LiveRegion text={spoken(verification)} />
    </section>
  );
}

/** What there is to check by now; its tiles keep their place until they are known. */
function Published({ engines }: { engines: readonly Engine[] }) {
  const published = useStore($published, { ssr: 'initial' });
  if (published.state === 'failed') return null;
  const summary = published.state === 'known' ? published.value : null;
  const has = (type: Engine['type']) => engines.some((engine) => engine.type === type);
  const issued = summary?.draws.flatMap((draw) => draw.issued);
  const left = summary?.schedules.map((schedule) => schedule.left);
  return (
    <ul className="published">
      {has('DRAW') && <Tile value={sum(issued)}>Números da sorte distribuídos</Tile>}
      {has('INSTANT_PRIZE') && <Tile value={sum(left)}>Prêmios na hora por entregar</Tile>}
      <Tile value={summary && (readCheckpoint(summary.checkpoint)?.size ?? 0)}>
        Itens no registro
      </Tile>
    </ul>
  );
}

function Tile({ value, children }: { value: number | null | undefined; children: string }) {
  return (
    <li>
      <span>{children}</span> <b>{value?.toLocaleString('pt-BR') ?? '…'}</b>
    </li>
  );
}

function sum(counts: readonly number[] | undefined): number | undefined {
  return counts?.reduce((total, each) => total + each, 0);
}

/** Says what the page claims until the checks have an answer. */
function headingOf(verification: Verification): string {
  if (verification.state === 'failed') return 'Ainda não deu para conferir';
  if (hasFault(verification)) return 'Algo não confere';
  return verification.state === 'done' ? 'Ninguém mexeu.' : 'Ninguém mexeu. Confira.';
}

function poseOf(verification: Verification): MascotPose {
  if (verification.state === 'failed' || hasFault(verification)) return 'duvida';
  return verification.state === 'done' ? 'comemora' : 'le';
}

function hasFault(verification: Verification): boolean {
  return (
    verification.state === 'done' && verification.checks.some(({ verdict }) => verdict === 'wrong')
  );
}

function Outcome({ verification }: { verification: Verification }) {
  switch (verification.state) {
    case 'idle':
      return <p>Seu aparelho baixa o que está publicado e refaz todas as contas.</p>;
    case 'failed':
      return (
        <p className="message message-danger" role="alert">
          {verification.lines.join(' ')}
        </p>
      );
    case 'running':
      return (
        <div className="progress-card">
          <b>{verification.now?.name ?? 'Lendo os arquivos'}</b>
          <span>{verification.now?.done.toLocaleString('pt-BR')}</span>
          <progress
            aria-label="Conferência"
            max={verification.now?.total ?? 1}
            value={verification.now?.done}
          />
          <Steps checks={verification.checks} />
        </div>
      );
    case 'done':
      return <Answer checks={verification.checks} />;
    default:
      return verification satisfies never;
  }
}

/** The answer in a word, and a sentence: the first error, or what was checked. */
function Answer({ checks }: { checks: readonly Check[] }) {
  const fault = checks.find(({ verdict }) => verdict === 'wrong');
  if (fault) {
    return (
      <div className="answer answer-wrong">
        <b>Não confere</b>
        <p>
          {fault.name}: {fault.sentence}
        </p>
      </div>
    );
  }
  const ownNumber = checks.find(({ subject }) => subject === 'ownNumber');
  const isDrawn = checks.some(({ subject, verdict }) => subject === 'draw' && verdict === 'right');
  const published = isDrawn ? 'Números, prêmios e sorteio' : 'Números e prêmios';
  return (
    <div className="answer answer-right">
      <b>Confere</b>
      <p>
        {ownNumber
          ? `${ownNumber.sentence} Todo o registro confere.`
          : `${published} batem com o registro público, item por item.`}
      </p>
      <Steps checks={checks} />
    </div>
  );
}

/** What each check is about, for people who have never seen a ledger. */
const plainWords: Readonly<Record<Check['subject'], string>> = {
  log: 'O registro está inteiro e assinado',
  ownNumber: 'Seu número está no registro',
  evidence: 'Seus comprovantes estão no registro',
  stamps: 'As datas foram carimbadas por terceiros',
  counts: 'As contas do registro fecham',
  numbers: 'Cada número saiu no lugar certo',
  numberList: 'A lista de números é a do registro',
  schedule: 'A hora de cada prêmio não mudou',
  draw: 'O sorteio aponta o mesmo ganhador',
  note: '',
};

/** Ticked off while they are made; what waits for the end of the promotion says so. */
function Steps({ checks }: { checks: readonly Check[] }) {
  const right = checks.filter(({ verdict }) => verdict === 'right');
  const later = checks.filter(({ verdict }) => verdict === 'later');
  return (
    <ul className="answer-steps">
      {right.map(({ subject }) => (
        <li key={subject}>{plainWords[subject]}</li>
      ))}
      {later.length > 0 && (
        <li className="answer-later">
          {later.length === 1 ? 'Mais 1 conferência' : `Mais ${later.length} conferências`} depois
          do encerramento
        </li>
      )}
    </ul>
  );
}

const chips = {
  right: ['chip-success', 'Confere'],
  wrong: ['chip-danger', 'Não confere'],
  later: ['chip-mute', 'Ainda não'],
  note: ['chip-mute', 'Saiba'],
} as const;

export function Checks() {
  const verification = useStore($verification);
  const isKnown = verification.state === 'running' || verification.state === 'done';
  return (
    <section className="panel" aria-labelledby="uma-a-uma">
      <h2 id="uma-a-uma">Cada conferência</h2>
      <OwnFiles />
      {isKnown && (
        <ul className="checks">
          {verification.checks.map(({ name, verdict, sentence }) => {
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
      )}
    </section>
  );
}

/** Takes the visitor's copies, to check them instead of the published files. */
function OwnFiles() {
  const input = useRef<HTMLInputElement>(null);
  const own = [...Object.values(useStore($ownFiles)), ...useStore($evidence)];
  const [strange, setStrange] = useState<readonly string[]>([]);
  const take = (files: readonly File[]) =>
    setStrange(files.filter((file) => !takeFile(file)).map(({ name }) => name));
  return (
    <>
      <p>
        Se você guardou uma cópia dos arquivos, ou um comprovante, confira com eles. Comprovantes
        das notas que você enviou deste aparelho entram sempre.
      </p>
      <div className="button-row">
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
          accept=".csv,.txt,.tlog-proof,.jsonl"
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </div>
      {strange.length > 0 && (
        <p className="message message-danger" role="alert">
          {strange.join(', ')}: escolha numbers.csv, schedule.csv ou um comprovante (.txt,
          .tlog-proof).
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
    </>
  );
}

/** Screen readers read out the result, not each line. */
function spoken(verification: Verification): string {
  if (verification.state === 'running') return 'Conferindo…';
  if (verification.state !== 'done') return '';
  const wrong = verification.checks.filter(({ verdict }) => verdict === 'wrong');
  return wrong.length === 0
    ? 'Tudo o que está publicado confere.'
    : `Não confere: ${wrong.map(({ sentence }) => sentence).join(' ')}`;
}
