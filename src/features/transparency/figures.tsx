import type { Engine } from '../../contract/engines.ts';
import type { Transparency } from '../../contract/transparency.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { seriesExhausted } from '../../rules/lucky-numbers.ts';
import { seriesExhaustedSentence } from '../../rules/messages.ts';
import { readCheckpoint } from '../../rules/signed-note.ts';

interface FiguresProps {
  summary: Transparency;
  engines: readonly Engine[];
}

export function Figures({ summary, engines }: FiguresProps) {
  const { checkpoint, committedAt, revealedAt, draws, schedules } = summary;
  const head = readCheckpoint(checkpoint);
  const nameOf = (engine: number) =>
    engines.find(({ id }) => String(id) === String(engine))?.name ?? `Modalidade ${engine}`;
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
            {count(schedule.left)} de {count(schedule.total)} prêmios por entregar
          </p>
          <dl className="proofs">
            <Proof name="Raiz do cronograma" text={schedule.root} />
            <Proof name="Compromisso da semente" text={schedule.commitment} />
            <Proof name="Semente" text={schedule.seed} />
          </dl>
        </div>
      ))}
      <div className="figures">
        <h3>Registro</h3>
        <p>{count(head?.size ?? 0)} lançamentos</p>
        <dl className="proofs">
          <Proof name="Raiz da árvore" text={head?.root} />
          <Proof name="Compromissos publicados em" text={formatDateTime(committedAt)} />
          <Proof name="Chaves reveladas em" text={revealedAt ? formatDateTime(revealedAt) : null} />
        </dl>
      </div>
    </section>
  );
}

function DrawFigures({ draw, name }: { draw: Transparency['draws'][number]; name: string }) {
  const { issued, voided, numbersPerSeries, seriesQuantity, commitment, key } = draw;
  const total = issued.reduce((sum, count) => sum + count, 0);
  const space = seriesQuantity * numbersPerSeries;
  return (
    <div className="figures">
      <h3>{name}</h3>
      <p>
        {count(total)} de {count(space)} números distribuídos, {count(voided)} anulados
      </p>
      {seriesExhausted(draw) && <p className="message message-info">{seriesExhaustedSentence}</p>}
      <ul className="series-counts">
        {issued.map((each, series) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a series is its place in the list
          <li key={series}>
            Série {series} <b>{count(each)}</b>
          </li>
        ))}
      </ul>
      <dl className="proofs">
        <Proof name="Compromisso da chave" text={commitment} />
        <Proof name="Chave" text={key ?? null} />
      </dl>
    </div>
  );
}

function Proof({ name, text }: { name: string; text: string | null | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text ?? 'Depois do encerramento'}</dd>
    </div>
  );
}

function count(value: number): string {
  return value.toLocaleString('pt-BR');
}
