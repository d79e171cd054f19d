import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { ErrorSummary, Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { erasureFormConfig } from './personal-data.store.ts';

const parts = [
  {
    kind: 'erased',
    title: 'O que é apagado, na hora',
    items: [
      [
        'Seu cadastro',
        'nome, documento, e-mail, telefone, data de nascimento, endereço, dados de pagamento e os demais campos.',
      ],
      [
        'O que você enviou',
        'as fotos das notas, as respostas às pesquisas e as conversas com o atendimento.',
      ],
      ['Seu acesso', 'a senha, e com ela todos os acessos abertos.'],
    ],
  },
  {
    kind: 'left',
    title: 'O que você deixa para trás',
    items: [
      [
        'Números, saldos e prêmios',
        'os números da sorte deixam de concorrer; os saldos e os prêmios ainda não confirmados se perdem.',
      ],
      ['A participação', 'o mesmo documento não pode ser cadastrado de novo nesta promoção.'],
    ],
  },
  {
    kind: 'kept',
    title: 'O que fica guardado, e por quê',
    items: [
      [
        'Sem o seu nome',
        'código, data, loja e valor das notas, os números da sorte, os lançamentos dos saldos e a prova dos consentimentos. A promoção presta contas deles à Secretaria de Prêmios e Apostas (Lei 5.768/1971 e Decreto 70.951/1972).',
      ],
      [
        'Com nome, documento e notas, somente se você já ganhou',
        'um prêmio, cashback ou um resgate: os comprovantes ficam até cinco anos depois do fim da promoção (Código Tributário Nacional, artigos 174 e 195).',
      ],
      [
        'Um código do seu documento',
        'que o reconhece, e do qual ele não pode ser lido, para que ninguém participe duas vezes.',
      ],
    ],
    note: 'A LGPD (Lei 13.709/2018, artigo 16, I) permite guardar o que a lei obriga.',
  },
] as const;

interface ErasureDialogProps {
  onClose: () => void;
}

export function ErasureDialog({ onClose }: ErasureDialogProps) {
  const [step, setStep] = useState<'reading' | 'confirming'>('reading');
  if (step === 'confirming') return <ConfirmErasureDialog onClose={onClose} />;
  return (
    <Dialog title="Excluir meus dados" look="dialog-large erasure" onClose={onClose}>
      {parts.map(({ kind, title, items, ...part }) => (
        <section key={kind} className={kind}>
          <h3>{title}</h3>
          <ul>
            {items.map(([what, details]) => (
              <li key={what}>
                <b>{what}</b>: {details}
              </li>
            ))}
          </ul>
          {'note' in part && <p className="form-note">{part.note}</p>}
        </section>
      ))}
      <div className="button-row">
        <button type="button" className="button" onClick={onClose}>
          Cancelar
        </button>
        <button
          type="button"
          className="button button-secondary"
          onClick={() => setStep('confirming')}
        >
          Continuar
        </button>
      </div>
    </Dialog>
  );
}

function ConfirmErasureDialog({ onClose }: ErasureDialogProps) {
  const [form] = useState(() => createForm(erasureFormConfig()));
  return (
    <Dialog title="Confirme com a sua senha" onClose={onClose}>
      <Form form={form}>
        <ErrorSummary form={form} />
        <p className="message message-danger">A exclusão não pode ser desfeita.</p>
        <PasswordField form={form} name="password" autoComplete="current-password" />
        <SubmitButton form={form}>Excluir meus dados</SubmitButton>
        <FormAlert form={form} />
      </Form>
    </Dialog>
  );
}
