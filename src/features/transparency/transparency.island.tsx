import { useStore } from '@nanostores/react';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { Engine } from '../../contract/engines.ts';
import { isSameId } from '../../contract/primitives.ts';
import type { Transparency } from '../../contract/transparency.ts';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { readCheckpoint } from '../../rules/log/signed-note.ts';
import { seriesExhaustedMessage } from '../../rules/messages/receipt-messages.ts';
import { seriesExhausted } from '../../rules/rewards/lucky-numbers.ts';
import { formatWhole } from '../../rules/text.ts';
import { createForm } from '../../ui/form.ts';
import { Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { TextField } from '../../ui/inputs.tsx';
import { LoadedView } from '../../ui/status.tsx';
import {
  $evidence,
  $ownFiles,
  $published,
  $repeatedDraw,
  $verification,
  clearFiles,
  drawFormConfig,
  loadPublished,
  openTransparency,
  takeFile,
} from './transparency.store.ts';
import { CheckList, Verifier } from './verifier.tsx';

export function TransparencyVerifier({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(() => void openTransparency(window.location.search), []);
  return <Verifier engines={site.campaign.engines} />;
}

export function TechnicalDetails({ site }: { site: SiteProps }) {
  startSite(site);
  return (
    <div className="accordion explained">
      <details>
        <summary>
          Detalhes técnicos <span>Os compromissos publicados e cada conferência</span>
        </summary>
        <div className="technical">
          <Details site={site} />
        </div>
      </details>
    </div>
  );
}

function Details({ site }: { site: SiteProps }) {
  const published = useStore($published, { ssr: 'initial' });
  return (
    <LoadedView loaded={published} onRetry={loadPublished}>
      {(summary) => (
        <>
          <Figures summary={summary} engines={site.campaign.engines} />
          <Checks />
          <RepeatDrawForm summary={summary} engines={site.campaign.engines} />
        </>
      )}
    </LoadedView>
  );
}

interface FiguresProps {
  summary: Transparency;
  engines: readonly Engine[];
}

function Figures({ summary, engines }: FiguresProps) {
  const { checkpoint, committedAt, revealedAt, draws, schedules } = summary;
  const head = readCheckpoint(checkpoint);
  const nameOf = (engine: number) => engineTitle(engines, engine);
  return (
    <section className="panel" aria-labelledby="agora">
      <h2 id="agora">A promoção agora</h2>
      {draws.map((draw) => (
        <DrawFigures key={draw.engine} draw={draw} name={nameOf(draw.engine)} />
      ))}
      {schedules.map((schedule) => (
        <div key={schedule.engine} className="figures">
          <h3>{nameOf(schedule.engine)}</h3>
          <p>
            {formatWhole(schedule.left)} de {formatWhole(schedule.total)} prêmios{' '}
            <span className="when-joinable">por entregar</span>
            <span className="when-closed">não saíram</span>
          </p>
          <dl className="proofs">
            <Proof name="Raiz do cronograma" sum={schedule.root} />
            <Proof name="Compromisso da semente" sum={schedule.commitment} />
            <Proof name="Semente" sum={schedule.seed} />
          </dl>
        </div>
      ))}
      <div className="figures">
        <h3>Registro</h3>
        <p>{formatWhole(head?.size ?? 0)} lançamentos</p>
        <dl className="proofs">
          <Proof name="Raiz da árvore" sum={head?.root} />
          <Proof name="Compromissos publicados em" text={formatDateTime(committedAt)} />
          <Proof name="Chaves reveladas em" text={revealedAt ? formatDateTime(revealedAt) : null} />
        </dl>
      </div>
    </section>
  );
}

function engineTitle(engines: readonly Engine[], engine: number): string {
  return engines.find(({ id }) => isSameId(id, engine))?.name ?? `Modalidade ${engine}`;
}

function DrawFigures({ draw, name }: { draw: Transparency['draws'][number]; name: string }) {
  const { issued, voided, numbersPerSeries, seriesQuantity, commitment, key } = draw;
  const total = issued.reduce((sum, count) => sum + count, 0);
  const space = seriesQuantity * numbersPerSeries;
  return (
    <div className="figures">
      <h3>{name}</h3>
      <p>
        {formatWhole(total)} de {formatWhole(space)} números distribuídos, {formatWhole(voided)}{' '}
        {voided === 1 ? 'anulado' : 'anulados'}
      </p>
      {seriesExhausted(draw) && <p className="message message-info">{seriesExhaustedMessage}</p>}
      <ul className="series-counts">
        {[...issued.entries()].map(([series, each]) => (
          <li key={series}>
            Série {series} <b>{formatWhole(each)}</b>
          </li>
        ))}
      </ul>
      <dl className="proofs">
        <Proof name="Compromisso da chave" sum={commitment} />
        <Proof name="Chave" sum={key} />
      </dl>
    </div>
  );
}

interface ProofProps {
  name: string;
  sum?: string | null | undefined;
  text?: string | null;
}

function Proof({ name, sum, text }: ProofProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{sum ? <code>{sum}</code> : (text ?? 'Depois do encerramento')}</dd>
    </div>
  );
}

export function Checks() {
  const verification = useStore($verification);
  const hasChecks = verification.state === 'running' || verification.state === 'done';
  return (
    <section className="panel" aria-labelledby="uma-a-uma">
      <h2 id="uma-a-uma">Cada conferência</h2>
      <OwnFiles />
      {hasChecks && <CheckList checks={verification.checks} />}
    </section>
  );
}

/** Takes the visitor's copies, to check them instead of the published files. */
function OwnFiles() {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const ownFiles = [...Object.values(useStore($ownFiles)), ...useStore($evidence)];
  const [unknownFiles, setUnknownFiles] = useState<readonly string[]>([]);
  const readFiles = (files: readonly File[]) =>
    setUnknownFiles(files.filter((file) => takeFile(file) === null).map(({ name }) => name));
  return (
    <>
      <p>
        Se você guardou uma cópia dos arquivos, ou um comprovante, confira com eles. Comprovantes
        das notas que você enviou deste aparelho entram sempre.
      </p>
      <div className="button-row own-files">
        <button
          type="button"
          className="button button-secondary"
          ref={choose}
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
            readFiles([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </div>
      {unknownFiles.length > 0 && (
        <p className="message message-danger" role="alert">
          {unknownFiles.join(', ')}: escolha numbers.csv, schedule.csv ou um comprovante (.txt,
          .tlog-proof).
        </p>
      )}
      <p className={ownFiles.length > 0 ? undefined : 'visually-hidden'}>
        <span role="status">
          {ownFiles.length > 0 && `Arquivos seus: ${ownFiles.map(({ name }) => name).join(', ')}.`}
        </span>{' '}
        {ownFiles.length > 0 && (
          <button
            type="button"
            className="button-link"
            onClick={() => {
              choose.current?.focus();
              clearFiles();
            }}
          >
            Usar os publicados
          </button>
        )}
      </p>
    </>
  );
}

function RepeatDrawForm({ summary, engines }: FiguresProps) {
  const { draws } = summary;
  if (draws.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="sorteio">
      <h2 id="sorteio">Refaça o sorteio</h2>
      {summary.revealedAt ? (
        draws.map((draw) => (
          <Fragment key={draw.engine}>
            {draws.length > 1 && <h3>{engineTitle(engines, draw.engine)}</h3>}
            <Draw summary={summary} draw={draw} />
          </Fragment>
        ))
      ) : (
        <p>
          A lista dos números é publicada depois do encerramento da promoção. A partir daí, quem
          quiser refaz o sorteio aqui, com os cinco prêmios da Loteria Federal.
        </p>
      )}
    </section>
  );
}

interface DrawProps {
  summary: Transparency;
  draw: Transparency['draws'][number];
}

function Draw({ summary, draw }: DrawProps) {
  const [form] = useState(() => createForm(drawFormConfig(summary, draw)));
  const { step } = useStore(form.$step);
  // A form that was sent can be sent again, with other prizes or another list.
  useEffect(() => {
    if (step === 'sent') form.dismiss();
  }, [form, step]);
  return (
    <>
      <Form form={form} className="form">
        <TextField form={form} name="federal" inputMode="text" placeholder="12345 67890 …" />
        <SubmitButton form={form}>Refazer o sorteio</SubmitButton>
        <FormAlert form={form} />
      </Form>
      <DrawResult engine={draw.engine} />
    </>
  );
}

function DrawResult({ engine }: { engine: number }) {
  const repeated = useStore($repeatedDraw);
  const result = repeated?.engine === engine ? repeated : null;
  return (
    <div role="status">
      {result && (
        <>
          <p>
            A Loteria Federal aponta <b>{result.target}</b>. Entre {formatWhole(result.inDraw)}{' '}
            números que concorrem,{' '}
            {result.nearest.length === 0 ? 'não há ganhador.' : 'os mais próximos são, em ordem:'}
          </p>
          <ol className="tickets">
            {result.nearest.map((number) => (
              <li key={number} className="ticket">
                {number}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
