import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Transparency } from '../../contract/transparency.ts';
import { createForm } from '../../ui/form.ts';
import { Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { $drawAgain, drawFormConfig } from './transparency.store.ts';

export function DrawAgainForm({ summary }: { summary: Transparency }) {
  const [draw] = summary.draws;
  if (!draw) return null;
  return (
    <section className="panel" aria-labelledby="sorteio">
      <h2 id="sorteio">Refaça o sorteio</h2>
      {summary.revealedAt ? (
        <Draw summary={summary} draw={draw} />
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
      <Result />
    </>
  );
}

function Result() {
  const result = useStore($drawAgain);
  return (
    <div role="status">
      {result && (
        <>
          <p>
            A Loteria Federal aponta <b>{result.drawn}</b>. Entre{' '}
            {result.inDraw.toLocaleString('pt-BR')} números que concorrem,{' '}
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
