import { useStore } from '@nanostores/react';
import type { Campaign } from '../../contract/campaign.ts';
import type { Consumer } from '../../contract/consumer.ts';
import { environment } from '../../environment.ts';
import { contactDialog, mascotImage, myReceiptsPath, overThisPage } from '../../paths.ts';
import { firstName } from '../../rules/people/person-fields.ts';
import { HelpTip, useTooltip } from '../../ui/help-tip.tsx';
import { LiveRegion } from '../../ui/loading.tsx';
import { breakableEmail } from '../../ui/status.tsx';
import {
  addressRows,
  changeableRows,
  type ProfilePart,
  type ProfileRow,
  profileRows,
  referralRows,
} from './profile.store.ts';
import { $copy, referralCode, shareCode } from './referral.store.ts';

interface ProfileDetailsProps {
  campaign: Campaign;
  consumer: Consumer;
  onChange: (part: ProfilePart) => void;
}

export function ProfileDetails({ campaign, consumer, onChange }: ProfileDetailsProps) {
  const code = referralCode(consumer, campaign);
  const referral = referralRows(consumer, campaign);
  const address = addressRows(consumer);
  return (
    <>
      {code && (
        <dl className="referral">
          <ReferralCode code={code} />
        </dl>
      )}
      {code && <LinkToCopy />}
      <section className="panel profile-data" aria-labelledby="dados">
        <h2 id="dados">Dados cadastrais</h2>
        <Facts rows={profileRows(consumer, campaign)} />
        <div className="profile-change">
          <Facts rows={changeableRows(consumer, campaign)} />
          <ChangeButton onClick={() => onChange('data')}>Alterar</ChangeButton>
        </div>
        <div className="profile-change profile-address">
          {address.length > 0 ? <Facts rows={address} /> : <p>{noAddress}</p>}
          <ChangeButton onClick={() => onChange('address')}>
            {address.length > 0 ? 'Corrigir endereço' : 'Informar endereço'}
          </ChangeButton>
        </div>
        <p className="form-note">
          Para corrigir outros dados, <a href={overThisPage(contactDialog)}>fale conosco</a>.
        </p>
      </section>
      {referral.length > 0 && (
        <section className="panel profile-referral" aria-labelledby="indicacao">
          <h2 className="as-sentence" id="indicacao">
            INDICAÇÃO
          </h2>
          <Facts rows={referral} />
        </section>
      )}
    </>
  );
}

const noAddress = 'Você ainda não informou um endereço de entrega.';

function ChangeButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" className="button button-small button-secondary" onClick={onClick}>
      {children}
    </button>
  );
}

interface ProfileHeadProps {
  consumer: Consumer | null;
  /** False beside a failure, which has a figure of its own. */
  hasFigure: boolean;
}

export function ProfileHead({ consumer, hasFigure }: ProfileHeadProps) {
  const givenName = consumer && firstName(consumer);
  return (
    <header className="profile-head on-rays">
      <div>
        <h1 className="page-title as-sentence" tabIndex={-1}>
          MEU PERFIL
        </h1>
        <p>
          {givenName && <b>Olá, {givenName}!</b>} Seus dados e o que você autorizou, num lugar só.
        </p>
        <a className="button button-small button-secondary profile-head-link" href={myReceiptsPath}>
          Ver minhas notas
        </a>
      </div>
      {hasFigure && <img {...mascotImage('acena')} alt="" />}
    </header>
  );
}

/** What fits in half of a phone, and of a tablet. */
const maxShortLength = 16;
const maxMediumLength = 30;

function factClass({ value }: ProfileRow) {
  if (value.length > maxMediumLength) return 'fact-long fact-longest';
  return value.length > maxShortLength ? 'fact-long' : undefined;
}

function Facts({ rows }: { rows: readonly ProfileRow[] }) {
  return (
    <dl className="facts">
      {rows.map((row) => (
        <div key={row.label} className={factClass(row)}>
          <dt>{row.label}</dt>
          <dd>{breakableEmail(row.value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function ReferralCode({ code }: { code: string }) {
  const label = 'Código de Indicação';
  return (
    <div>
      <dt>
        {label}
        <HelpTip label={label}>
          Ao indicar pessoas para a promoção, divulgue este código. Você poderá receber números da
          sorte conforme o regulamento.
        </HelpTip>
      </dt>
      <dd>
        <b className="referral-code">{code}</b>
      </dd>
      <dd className="referral-share">
        <ShareButton code={code} />
      </dd>
    </div>
  );
}

function ShareButton({ code }: { code: string }) {
  const { isOpen, wrapperProps } = useTooltip();
  const isCopied = useStore($copy).state === 'copied';
  const isMobile = environment().device.isMobile();
  const action = isMobile ? 'Compartilhar' : 'Copiar código';
  return (
    <span className="referral-share-wrap" {...wrapperProps}>
      <button
        type="button"
        className="referral-share-button"
        aria-label={action}
        onClick={() => void shareCode(code)}
      >
        {isMobile ? <ShareIcon /> : <CopyIcon />}
      </button>
      <span aria-hidden="true">{isMobile ? 'Compartilhar' : 'Copiar'}</span>
      <span className="tooltip" role="tooltip" hidden={!isOpen && !isCopied}>
        {isCopied ? 'Copiado!' : action}
      </span>
      <LiveRegion text={isCopied ? 'Copiado!' : ''} />
    </span>
  );
}

function LinkToCopy() {
  const copy = useStore($copy);
  const link = copy.state === 'failed' && copy.link;
  return (
    <p className={link ? 'message message-info' : 'visually-hidden'} role="status">
      {link && (
        <>
          Não foi possível copiar. O seu link: <b>{link}</b>
        </>
      )}
    </p>
  );
}

function CopyIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M9 9h11v12H9zM15 9V3H4v12h5" />
    </svg>
  );
}

function ShareIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 15V3m-5 5 5-5 5 5M5 13v8h14v-8" />
    </svg>
  );
}
