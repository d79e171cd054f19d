import { useStore } from '@nanostores/react';
import { type ReactNode, useRef, useState } from 'react';
import type { Engine } from '../../contract/engines.ts';
import { contactDialog, type MascotPose, mascotImage } from '../../paths.ts';
import { formatWhole } from '../../rules/text.ts';
import type { Check } from '../../rules/verification/check-result.ts';
import { LiveRegion } from '../../ui/loading.tsx';
import { Chip } from '../../ui/status.tsx';
import {
  $ownNumber,
  $published,
  $verification,
  type Checked,
  clearFiles,
  heavyMegabytes,
  laterSentences,
  resultOf,
  startVerification,
  stopVerification,
  type Verification,
  type VerificationResult,
} from './transparency.store.ts';

/** One button and one answer, found in this browser, so that no server has to be trusted. */
export function Verifier({ engines }: { engines: readonly Engine[] }) {
  const verification = useStore($verification);
  const isRunning = verification.state === 'running';
  const isDone = verification.state === 'done';
  const published = useStore($published, { ssr: 'initial' });
  const megabytes = published.state === 'loaded' ? heavyMegabytes(published.value) : null;
  const [wasStopped, setWasStopped] = useState(false);
  const start = useRef<HTMLButtonElement>(null);
  return (
    <section className="verifier rays" aria-labelledby="conferir">
      <img {...mascotImage(poseOf(verification))} loading="lazy" alt="" />
      <Heading verification={verification} />
      <Outcome
        verification={verification}
        onPublished={() => {
          start.current?.focus();
          clearFiles();
          void startVerification();
        }}
      />
      <div className="button-row verifier-actions">
        <button
          type="button"
          className={isDone ? 'button button-secondary' : 'button'}
          aria-busy={isRunning}
          ref={start}
          onClick={() => void (isRunning || startVerification())}
        >
          {isDone ? 'Conferir de novo' : 'Conferir agora'}
          {megabytes !== null && !isRunning && ` (uns ${formatWhole(megabytes)} MB)`}
        </button>
        {isRunning && (
          <button
            type="button"
            className="button button-secondary"
            onClick={() => {
              start.current?.focus();
              setWasStopped(true);
              stopVerification();
            }}
          >
            Parar
          </button>
        )}
      </div>
      <Published engines={engines} />
      <LiveRegion text={spoken(verification, wasStopped)} />
    </section>
  );
}

/** What there is to check by now; its tiles keep their place until they are known. */
function Published({ engines }: { engines: readonly Engine[] }) {
  const published = useStore($published, { ssr: 'initial' });
  if (published.state === 'failed') return null;
  const summary = published.state === 'loaded' ? published.value : null;
  const has = (type: Engine['type']) => engines.some((engine) => engine.type === type);
  const issued = summary?.draws.flatMap((draw) => draw.issued);
  const prizesLeft = summary?.schedules.map((schedule) => schedule.left);
  return (
    <ul className="published">
      {has('DRAW') && (
        <Tile value={sumIfKnown(issued)}>
          números da sorte <span className="when-joinable">já</span> entregues
        </Tile>
      )}
      {has('INSTANT_PRIZE') && (
        <Tile value={sumIfKnown(prizesLeft)}>
          prêmios na hora <span className="when-joinable">ainda para ganhar</span>
          <span className="when-closed">que não saíram</span>
        </Tile>
      )}
    </ul>
  );
}

function Tile({ value, children }: { value: number | null | undefined; children: ReactNode }) {
  return (
    <li>
      <span>{children}</span> <b>{typeof value === 'number' ? formatWhole(value) : '…'}</b>
    </li>
  );
}

function sumIfKnown(counts: readonly number[] | undefined): number | undefined {
  return counts?.reduce((total, count) => total + count, 0);
}

const answers = {
  right: { heading: 'Ninguém mexeu.', className: 'answer-right' },
  wrong: { heading: 'Algo não confere', className: 'answer-wrong' },
  'own-list-differs': { heading: 'Seu arquivo não confere', className: 'answer-missing' },
  'number-not-found': { heading: 'Número não encontrado', className: 'answer-missing' },
} as const satisfies Record<VerificationResult, object>;

/** A claim until the checks are done, then their answer. */
function Heading({ verification }: { verification: Verification }) {
  const answer = verification.state === 'done' ? answers[resultOf(verification)] : null;
  const claim =
    verification.state === 'failed' ? 'Ainda não deu para conferir' : 'Ninguém mexeu. Confira.';
  return (
    <h2 id="conferir" className={answer ? `verdict ${answer.className}` : undefined}>
      {answer?.heading ?? claim}
    </h2>
  );
}

function poseOf(verification: Verification): MascotPose {
  if (verification.state === 'failed') return 'duvida';
  if (verification.state !== 'done') return 'le';
  return resultOf(verification) === 'right' ? 'comemora' : 'duvida';
}

interface OutcomeProps {
  verification: Verification;
  /** Checks again, without the visitor's own files. */
  onPublished: () => void;
}

function Outcome({ verification, onPublished }: OutcomeProps) {
  switch (verification.state) {
    case 'idle':
      return <Offer />;
    case 'failed':
      return (
        <p className="message message-danger" role="alert">
          {verification.lines.join(' ')}
        </p>
      );
    case 'running':
      return (
        <div className="progress-card">
          <b>{verification.current?.name ?? 'Lendo os arquivos'}</b>
          <span>{verification.current && formatWhole(verification.current.done)}</span>
          <progress
            aria-label="Conferência"
            max={verification.current?.total ?? 1}
            value={verification.current?.done}
          />
          <Steps checks={verification.checks} />
        </div>
      );
    case 'done':
      return <Answer checked={verification} onPublished={onPublished} />;
    default:
      return verification satisfies never;
  }
}

function Offer() {
  const number = useStore($ownNumber, { ssr: 'initial' });
  return (
    <p>
      {number ? `Para conferir o número ${number}, seu aparelho` : 'Seu aparelho'} baixa o que está
      publicado e refaz todas as contas.
    </p>
  );
}

interface AnswerProps extends Pick<OutcomeProps, 'onPublished'> {
  checked: Checked;
}

function Answer({ checked, onPublished }: AnswerProps) {
  const { checks } = checked;
  const result = resultOf(checked);
  return (
    <div className={`answer ${answers[result].className}`}>
      <p>
        {sentenceOf(checks, result).replaceAll('linha ', 'linha\u00a0')}
        {result === 'number-not-found' && (
          <>
            {' '}
            Veja se está igual ao do seu bilhete. Se estiver,{' '}
            <a href={contactDialog}>fale{'\u00a0'}conosco</a>: todo número entregue tem que estar
            aqui.
          </>
        )}
        {result === 'wrong' && (
          <>
            {' '}
            <a href={contactDialog}>Fale{'\u00a0'}conosco</a>: queremos saber.
          </>
        )}
      </p>
      {result === 'right' || result === 'number-not-found' ? (
        <Steps checks={checks} />
      ) : (
        <div className="answer-links">
          {result === 'own-list-differs' && (
            <button type="button" className="button-link" onClick={onPublished}>
              Conferir os publicados
            </button>
          )}
          <a className="button-link" href="#uma-a-uma">
            Ver cada conferência
          </a>
        </div>
      )}
    </div>
  );
}

function sentenceOf(checks: readonly Check[], result: VerificationResult): string {
  const fault = checks.find(({ verdict }) => verdict === 'wrong');
  const ownNumber = checks.find(({ subject }) => subject === 'ownNumber');
  if (result === 'own-list-differs') {
    const list = checks.find(({ line }) => line);
    return `${list?.name}: no seu arquivo, a linha ${list?.line} não é a do registro.`;
  }
  if (fault && fault !== ownNumber) return `${fault.name}: ${fault.sentence}`;
  if (ownNumber) return `${ownNumber.sentence}${fault ? '' : ' Todo o registro confere.'}`;
  const isRight = (wanted: Check['subject']) =>
    checks.some(({ subject, verdict }) => subject === wanted && verdict === 'right');
  if (!isRight('numbers')) return 'O registro está inteiro, e as contagens batem com ele.';
  const others = [isRight('schedule') && 'prêmios', isRight('draw') && 'sorteio'].filter(Boolean);
  const published = ['Números', ...others].join(', ').replace(/, ([^,]+)$/, ' e $1');
  return `${published} batem com o registro público, item por item.`;
}

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

function Steps({ checks }: { checks: readonly Check[] }) {
  const rightChecks = checks.filter(({ verdict }) => verdict === 'right');
  return (
    <ul className="answer-steps">
      {rightChecks.map(({ subject }) => (
        <li key={subject}>{plainWords[subject]}</li>
      ))}
      {laterSentences(checks).map((sentence) => (
        <li key={sentence} className="answer-later">
          {sentence}
        </li>
      ))}
    </ul>
  );
}

const chips = {
  right: { tone: 'success', label: 'Confere' },
  wrong: { tone: 'danger', label: 'Não confere' },
  later: { tone: 'mute', label: 'Ainda não' },
  note: { tone: 'mute', label: 'Informação' },
} as const;

export function CheckList({ checks }: { checks: readonly Check[] }) {
  const isNote = ({ verdict }: Check) => verdict === 'note';
  const notes = checks.filter(isNote);
  return (
    <ul className="checks">
      {checks
        .filter((check) => !isNote(check))
        .map(({ name, verdict, sentence }) => (
          <li key={name + sentence}>
            <h3>
              {name} <Chip {...chips[verdict]} />
            </h3>
            <p>{sentence}</p>
          </li>
        ))}
      {notes.length > 0 && (
        <li>
          <h3>
            Avisos <Chip {...chips.note} />
          </h3>
          {notes.map(({ sentence }) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </li>
      )}
    </ul>
  );
}

/** Screen readers read out the result, not each line. */
function spoken(verification: Verification, wasStopped: boolean): string {
  if (verification.state === 'running') return 'Conferindo…';
  if (verification.state === 'idle' && wasStopped) return 'Conferência parada.';
  if (verification.state !== 'done') return '';
  const result = resultOf(verification);
  if (result === 'right') return 'Tudo o que está publicado confere.';
  const wrongChecks = verification.checks.filter(({ verdict }) => verdict === 'wrong');
  const sentences = wrongChecks.map(({ sentence }) => sentence).join(' ');
  return `${result === 'wrong' ? 'Não confere' : answers[result].heading}: ${sentences}`;
}
