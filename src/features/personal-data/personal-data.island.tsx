import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { forgotPasswordDialog, mascotImage, overThisPage } from '../../paths.ts';
import { AlertDialog, Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { PasswordField } from '../../ui/inputs.tsx';
import { useHydrated } from '../../ui/loading.tsx';
import { AccountName, PasswordQuestion } from '../password/password-question.tsx';
import { $profile } from '../profile/profile.store.ts';
import { watchSession } from '../session/session.store.ts';
import { besideProfile, Consents } from './consents.tsx';
import {
  $download,
  $erasure,
  closeErasure,
  dismissDownload,
  downloadPersonalData,
  erasureFormConfig,
  openErasure,
} from './personal-data.store.ts';

export function PersonalDataPanels({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(() => watchSession({ guarded: true }), []);
  const isHydrated = useHydrated();
  const erasure = useStore($erasure, { ssr: 'initial' });
  const isProfileLost = useStore($profile, { ssr: 'initial' }).state === 'failed';
  return (
    <>
      <Consents />
      <section
        className={`panel data-panel ${besideProfile(isProfileLost)}`}
        aria-labelledby="meus-dados"
      >
        <div>
          <h2 id="meus-dados">Meus dados</h2>
          <p>
            Pela Lei Geral de Proteção de Dados (Lei 13.709/2018), você pode ver tudo o que
            guardamos sobre você, retirar consentimentos e pedir a exclusão.
          </p>
          <DownloadSaved />
        </div>
        <div className="page-actions data-actions">
          <DownloadButton />
          <button
            type="button"
            className="button-link data-erase"
            disabled={!isHydrated}
            onClick={openErasure}
          >
            Excluir meus dados
          </button>
        </div>
      </section>
      {erasure.state !== 'closed' && <ErasureDialog />}
      <PasswordQuestion />
    </>
  );
}

function DownloadSaved() {
  const { state } = useStore($download, { ssr: 'initial' });
  return (
    <div role="status">
      {state === 'saved' && (
        <p className="message message-success">
          O download começou. Não achou dados-pessoais.json? Abra esta página no navegador do
          aparelho, fora de outros aplicativos.
        </p>
      )}
    </div>
  );
}

function DownloadButton() {
  const download = useStore($download, { ssr: 'initial' });
  const isHydrated = useHydrated();
  const preparing = download.state === 'preparing';
  return (
    <>
      <button
        type="button"
        className="button button-secondary"
        disabled={!isHydrated}
        aria-busy={preparing}
        onClick={downloadPersonalData}
      >
        Baixar meus dados
      </button>
      {download.state === 'failed' && (
        <AlertDialog lines={download.lines} onClose={dismissDownload} />
      )}
    </>
  );
}

const erasureParts = [
  {
    kind: 'erased',
    title: 'Apagamos na hora',
    items: [
      'Seu cadastro, seus dados de pagamento e sua senha',
      'Fotos das notas, respostas a pesquisas e conversas',
    ],
  },
  {
    kind: 'lost',
    title: 'Você perde',
    items: [
      'Números da sorte, saldos e prêmios ainda não confirmados',
      'A participação: seu documento não pode ser cadastrado de novo',
    ],
  },
  {
    kind: 'kept',
    title: 'O que fica guardado',
    items: [
      'Sem o seu nome: notas, números, saldos e consentimentos',
      'Se você já ganhou: os comprovantes com o seu nome, por até cinco anos',
      'Um código do seu documento, para ninguém participar duas vezes',
      'No registro público, sem o seu nome: notas e números cancelados',
    ],
    details: [
      'Das notas ficam código, data, loja e valor; dos saldos, os lançamentos; dos consentimentos, a prova. A promoção presta contas deles à Secretaria de Prêmios e Apostas (Lei 5.768/1971 e Decreto 70.951/1972).',
      'Se você já ganhou um prêmio, recebeu cashback ou fez um resgate, seu nome, seu documento e suas notas ficam guardados até cinco anos depois do fim da promoção (Código Tributário Nacional, artigos 174 e 195).',
      'Se você não ganhou no sorteio, seus números são anulados juntos no registro público: quem conhece um deles descobre os outros, e quando cada nota foi enviada.',
      'Com o código só se reconhece o seu documento se ele for digitado de novo; não dá para ler o número nele.',
      'A LGPD (Lei 13.709/2018, artigo 16, I) permite guardar o que a lei obriga.',
    ],
  },
] as const;

function ErasureDialog() {
  const [step, setStep] = useState<'reading' | 'confirming'>('reading');
  if (step === 'confirming') return <ConfirmErasureDialog />;
  return (
    <Dialog
      title="Excluir meus dados"
      className="dialog-large dialog-calm erasure"
      figure={mascotImage('duvida')}
      onClose={closeErasure}
    >
      {erasureParts.map(({ kind, title, items, ...part }) => (
        <section key={kind} className={kind}>
          <h3>{title}</h3>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
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
        <button type="button" className="button" onClick={closeErasure}>
          Cancelar
        </button>
        <button
          type="button"
          className="button button-secondary button-danger"
          onClick={() => setStep('confirming')}
        >
          Continuar a exclusão
        </button>
      </div>
    </Dialog>
  );
}

function ConfirmErasureDialog() {
  const [form] = useState(() => createForm(erasureFormConfig()));
  const isSending = useStore($erasure).state === 'sending';
  const [timesReopened, setTimesReopened] = useState(0);
  // The browser closes a dialog at Esc; one whose erasure has been sent opens again.
  const close = useCallback(() => {
    if ($erasure.get().state === 'sending') setTimesReopened((times) => times + 1);
    else closeErasure();
  }, []);
  return (
    <Dialog
      key={timesReopened}
      title="Confirme a exclusão"
      className="dialog-calm"
      figure={mascotImage('duvida')}
      cross={!isSending}
      onClose={close}
    >
      <Form form={form}>
        <p className="message message-danger">A exclusão não pode ser desfeita.</p>
        <PasswordField form={form} name="password" autoComplete="current-password" />
        <AccountName />
        <p>
          <a href={overThisPage(forgotPasswordDialog)}>Esqueceu sua senha?</a>
        </p>
        <SubmitButton
          form={form}
          className="button button-wide button-secondary button-danger erase-submit"
        >
          Excluir meus dados
        </SubmitButton>
        <FormAlert form={form} />
      </Form>
    </Dialog>
  );
}
