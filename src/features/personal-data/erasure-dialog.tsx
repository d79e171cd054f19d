import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { ErrorSummary, Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { erasureFormConfig } from './personal-data.store.ts';

const parts = [
  {
    kind: 'erased',
    title: 'Apagamos na hora',
    items: [
      [
        'Seu cadastro',
        'nome, documento, contatos, nascimento, endereço, dados de pagamento e os demais campos.',
      ],
      ['O que você enviou', 'fotos das notas, respostas às pesquisas e conversas.'],
      ['Seu acesso', 'a senha e todos os acessos abertos.'],
    ],
  },
  {
    kind: 'left',
    title: 'Você perde',
    items: [
      [
        'Números, saldos e prêmios',
        'os números deixam de concorrer; os saldos, e os prêmios ainda não confirmados, se perdem.',
      ],
      ['A participação', 'seu documento não pode ser cadastrado de novo nesta promoção.'],
    ],
  },
  {
    kind: 'kept',
    title: 'O que fica guardado',
    items: [
      ['Sem o seu nome', 'notas, números da sorte, saldos e consentimentos.'],
      ['Com o seu nome, só se você já ganhou', 'os comprovantes, por até cinco anos.'],
      ['Um código do seu documento', 'para que ninguém participe duas vezes.'],
    ],
    details: [
      'Das notas ficam código, data, loja e valor; dos saldos, os lançamentos; dos consentimentos, a prova. A promoção presta contas deles à Secretaria de Prêmios e Apostas (Lei 5.768/1971 e Decreto 70.951/1972).',
      'Se você já ganhou um prêmio, cashback ou um resgate, nome, documento e notas ficam até cinco anos depois do fim da promoção (Código Tributário Nacional, artigos 174 e 195).',
      'O código reconhece o seu documento, que não pode ser lido dele.',
      'A LGPD (Lei 13.709/2018, artigo 16, I) permite guardar o que a lei obriga.',
    ],
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
          {'details' in part && (
            <details className="fold">
              <summary>O que fica e por qual lei</summary>
              {part.details.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </details>
          )}
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
          Seguir com a exclusão
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
