import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { Consent, ConsentRecord } from '../../contract/personal-data.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { AlertDialog } from '../../ui/dialog.tsx';
import { LiveRegion } from '../../ui/loading.tsx';
import { Chip, LoadedView } from '../../ui/status.tsx';
import { $profile } from '../profile/profile.store.ts';
import {
  $consentChange,
  $consents,
  changeConsent,
  dismissConsentChange,
  loadConsents,
} from './personal-data.store.ts';

export function Consents() {
  const change = useStore($consentChange, { ssr: 'initial' });
  const isProfileLost = useStore($profile, { ssr: 'initial' }).state === 'failed';
  const { state } = useStore($consents, { ssr: 'initial' });
  useEffect(() => void loadConsents(), []);
  // One failure is said once, beside the profile; once that is there, this panel says its own.
  if (isProfileLost && state === 'failed') return null;
  const room = state === 'loading' ? 'consents-skeleton' : '';
  return (
    <section
      className={`panel consents-panel ${room} ${besideProfile(isProfileLost)}`}
      aria-labelledby="consentimentos"
    >
      <h2 id="consentimentos">Consentimentos</h2>
      <List />
      <LiveRegion text={change.state === 'done' ? change.message : ''} />
      {change.state === 'failed' && (
        <AlertDialog lines={change.lines} onClose={dismissConsentChange} />
      )}
    </section>
  );
}

/** Without a profile beside it a panel takes the whole width. */
export function besideProfile(isProfileLost: boolean): string {
  return isProfileLost ? 'panel-alone' : '';
}

function List() {
  const consents = useStore($consents, { ssr: 'initial' });
  return (
    <LoadedView loaded={consents} onRetry={loadConsents}>
      {(value) => (
        <ul className="consents">
          {value.map((consent) => (
            <OneConsent key={consent.code} consent={consent} />
          ))}
        </ul>
      )}
    </LoadedView>
  );
}

function OneConsent({ consent }: { consent: Consent }) {
  const { name, required, given, history } = consent;
  const text = consent.text ?? history[0]?.text;
  // A consent that the campaign no longer asks for cannot be given again.
  const hasSwitch = !required && (given || consent.text);
  const isWithdrawn = !given && history.length > 0;
  const hasWithdrawal = history.some(({ withdrawnAt }) => withdrawnAt);
  return (
    <li>
      <h3>
        <span>{name}</span>{' '}
        {(!hasSwitch || isWithdrawn) && (
          <Chip tone={given ? 'success' : 'mute'} label={stateOf(consent)} />
        )}
      </h3>
      {hasSwitch ? <ConsentSwitch consent={consent}>{text}</ConsentSwitch> : <p>{text}</p>}
      {history.length > 0 && (
        <details className="fold consent-proofs">
          <summary>
            {hasWithdrawal ? 'Quando você aceitou e retirou' : 'Quando e onde você aceitou'}
          </summary>
          {history.map((record) => (
            <Proof key={record.givenAt} record={record} isShown={record.text === text} />
          ))}
        </details>
      )}
      {required && (
        <p className="form-note">
          Necessário para participar. Só deixa de valer se você excluir seus dados.
        </p>
      )}
    </li>
  );
}

function stateOf({ given, history }: Consent): string {
  if (given) return 'Aceito';
  return history.length > 0 ? 'Retirado' : 'Não aceito';
}

/** Saved at once. Shows what was asked for while that is saved, and what holds if it fails. */
function ConsentSwitch({ consent, children }: { consent: Consent; children: ReactNode }) {
  const change = useStore($consentChange);
  const isBusy = change.state === 'sending';
  const isSaving = isBusy && change.code === consent.code;
  return (
    <label className="switch">
      <span>{children}</span>
      <input
        type="checkbox"
        role="switch"
        checked={isSaving ? !consent.given : consent.given}
        aria-busy={isSaving}
        aria-disabled={isBusy}
        onClick={(event) => isBusy && event.preventDefault()}
        onChange={() => void changeConsent(consent)}
      />
    </label>
  );
}

function Proof({ record, isShown }: { record: ConsentRecord; isShown: boolean }) {
  const { text, version, origin, givenAt, withdrawnAt } = record;
  const lines = [
    ['Texto', isShown ? null : text],
    ['Aceito em', formatDateTime(givenAt)],
    ['Retirado em', withdrawnAt ? formatDateTime(withdrawnAt) : null],
    ['Versão do texto', version.slice(0, 8)],
    ['Origem', origin],
  ] as const;
  return (
    <dl className="key-values">
      {lines.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
