import { useStore } from '@nanostores/react';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { Poll } from '../../contract/polls.ts';
import { isClosed, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { homePath, mascotImage, signInDialog } from '../../paths.ts';
import { fieldId } from '../../ui/field.tsx';
import { createForm, type FormStore } from '../../ui/form.ts';
import { useHydrated } from '../../ui/loading.tsx';
import { AnonymousPhotoNotice } from '../receipts/photo-first/anonymous-photo.tsx';
import { $session, onClosed, onSignOut } from '../session/session.store.ts';
import { redirectVisitor } from './access.ts';
import {
  $takenFields,
  longFormConfig,
  noticeTakenFields,
  sectionProgress,
  signUpSections,
} from './long-form.store.ts';
import { resetOnReturn } from './sign-up-config.ts';
import {
  NoSignUp,
  noSignUpTitle,
  SignUpForm,
  signUpPose,
  UnansweredPoll,
} from './sign-up-form.tsx';

interface SignUpProps {
  site: SiteProps;
  /** Asked after a sign-up; null if the campaign has none. */
  poll: Poll | null;
}

interface SignUpPageProps extends SignUpProps {
  minutes: number;
}

export function SignUpPage({ site, poll, minutes }: SignUpPageProps) {
  startSite(site);
  const [form] = useState(() => createForm(noticeTakenFields(longFormConfig(site, poll))));
  const { enabled, newPageEnabled } = site.hotsite.registration;
  const isShown = enabled && newPageEnabled;
  useEffect(() => {
    void redirectVisitor();
    // After the form's own sign-in, the form navigates.
    const redirectUnlessSent = () => {
      const { step } = form.$step.get();
      if (step !== 'sending' && step !== 'sent') void redirectVisitor();
    };
    const stops = [
      // A session may begin in another tab.
      $session.listen(redirectUnlessSent),
      onClosed(redirectUnlessSent),
      form.$step.listen(() => isClosed() && redirectUnlessSent()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [form]);
  useEffect(() => resetOnReturn(form), [form]);
  return (
    <>
      {isShown && <SignUpSteps form={form} campaign={site.campaign} />}
      <section className="panel sign-up-panel when-out when-joinable">
        <a className="back-link" href={homePath}>
          Voltar
        </a>
        <h1 className="page-title as-sentence">PREENCHA OS CAMPOS ABAIXO PARA PARTICIPAR</h1>
        <AnonymousPhotoNotice />
        {isShown && (
          <>
            <p className="page-lead sign-up-minutes">Leva uns {minutes} minutos.</p>
            <SignUpForm site={site} poll={poll} form={form}>
              <OwnAccountLink site={site} form={form} />
            </SignUpForm>
            <SignInLink site={site} />
          </>
        )}
      </section>
      <UnansweredPoll />
    </>
  );
}

interface SignUpStepsProps {
  form: FormStore;
  campaign: Campaign;
}

/** Beside a long form, on a phone above it. A press focuses the first field that is missing. */
function SignUpSteps({ form, campaign }: SignUpStepsProps) {
  const errors = useStore(form.$errors);
  const isWrong = Object.keys(useStore(form.$visibleErrors)).length > 0;
  const { type = '' } = useStore(form.$values);
  const isHydrated = useHydrated();
  const sections = useMemo(() => signUpSections(campaign, type), [campaign, type]);
  const { steps, doneCount, requiredCount, current } = sectionProgress(sections, errors);
  const isReady = Object.keys(errors).length === 0;
  return (
    <div className="sign-up-steps when-out when-joinable">
      <nav aria-label="Partes do cadastro">
        <p>{isReady ? 'Tudo pronto!' : `${doneCount} de ${requiredCount} campos prontos`}</p>
        <ol className="wizard-steps">
          {steps.map(({ id, title, required, missing, done }) => (
            <li
              key={id}
              className={missing.length === 0 ? 'wizard-step-done' : undefined}
              aria-current={current?.id === id ? 'step' : undefined}
              style={isHydrated ? doneStyle(done / required.length) : undefined}
            >
              <button
                type="button"
                onClick={() =>
                  document.getElementById(fieldId(form, missing[0] ?? required[0] ?? ''))?.focus()
                }
              >
                <StepTitle title={title} />{' '}
                <small>{missing.length === 0 ? 'pronto' : `${done} de ${required.length}`}</small>
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <img
        className="split-panel-figure split-panel-disc"
        {...mascotImage(signUpPose({ isWrong, isDone: isReady }))}
        loading="lazy"
        alt=""
      />
    </div>
  );
}

/** A phone has room for the last word alone. */
function StepTitle({ title }: { title: string }) {
  const words = title.split(' ');
  const last = words.pop();
  return (
    <b>
      {words.length > 0 && <span>{words.join(' ')} </span>}
      {last}
    </b>
  );
}

function doneStyle(share: number): CSSProperties {
  return { '--done': `${share * 100}%` } as CSSProperties;
}

export function FramedSignUp({ site, poll }: SignUpProps) {
  startSite(site);
  const [signOuts, setSignOuts] = useState(0);
  useEffect(() => onSignOut(() => setSignOuts((count) => count + 1)), []);
  const { registration } = site.hotsite;
  if (!registration.enabled) {
    return (
      <section className="panel empty-state when-out when-joinable">
        <img
          className="figure-disc"
          {...mascotImage('dorme')}
          width="112"
          height="112"
          loading="lazy"
          alt=""
        />
        <h1 className="page-title">{noSignUpTitle}</h1>
        <NoSignUp site={site} />
      </section>
    );
  }
  return (
    <>
      <section className="panel when-out when-joinable">
        <h1 className="page-title as-sentence">PREENCHA OS CAMPOS ABAIXO PARA PARTICIPAR</h1>
        <SignUpForm key={signOuts} site={site} poll={poll} />
        <SignInLink site={site} />
      </section>
      <UnansweredPoll />
    </>
  );
}

/** The link below the form is far away for who already has an account. */
function OwnAccountLink({ site, form }: Pick<SignUpProps, 'site'> & { form: FormStore }) {
  const takenFields = useStore($takenFields);
  const visibleErrors = useStore(form.$visibleErrors);
  const isTaken = takenFields.some((name) => visibleErrors[name]);
  return isTaken && <SignInLink site={site} className="button button-secondary" />;
}

function SignInLink({ site, className }: Pick<SignUpProps, 'site'> & { className?: string }) {
  if (!site.hotsite.login.enabled) return null;
  return (
    <p className={className ? undefined : 'form-links'}>
      <a className={className} href={signInDialog}>
        Já tem uma conta? Entrar
      </a>
    </p>
  );
}
