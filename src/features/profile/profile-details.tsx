import { useStore } from '@nanostores/react';
import type { Campaign } from '../../contract/campaign.ts';
import type { Address, Consumer } from '../../contract/consumer.ts';
import { environment } from '../../environment.ts';
import { mascotPath } from '../../paths.ts';
import { isOn } from '../../rules/campaign/parameters.ts';
import { formatDate } from '../../rules/dates.ts';
import { fieldLabel } from '../../rules/labels.ts';
import { formatCnpj, formatCpf } from '../../rules/people/cpf-cnpj.ts';
import { firstName } from '../../rules/people/name-and-email.ts';
import { formatPhone } from '../../rules/people/phone.ts';
import { HelpTip, useTooltip } from '../../ui/help-tip.tsx';
import { LiveRegion } from '../../ui/loading.tsx';
import { $copied, referralCode, shareCode } from './profile.store.ts';

interface ProfileDetailsProps {
  campaign: Campaign;
  consumer: Consumer;
  onChange: () => void;
}

export function ProfileDetails({ campaign, consumer, onChange }: ProfileDetailsProps) {
  const code = referralCode(consumer, campaign);
  const referral = referralRows(consumer, campaign);
  return (
    <>
      {code && (
        <dl className="detail-rows referral">
          <ReferralCode code={code} />
        </dl>
      )}
      <section className="panel profile-data" aria-labelledby="dados">
        <div className="page-bar">
          <h2 id="dados">Dados cadastrais</h2>
          <button type="button" className="button button-small button-secondary" onClick={onChange}>
            Alterar
          </button>
        </div>
        <dl className="detail-rows">
          <Rows rows={profileRows(consumer, campaign)} />
        </dl>
        <p className="form-note">
          Para corrigir outros dados, <a href="#fale-conosco">fale conosco</a>.
        </p>
      </section>
      {referral.length > 0 && (
        <section className="panel" aria-labelledby="indicacao">
          <h2 className="caps" id="indicacao">
            INDICAÇÃO
          </h2>
          <dl className="detail-rows">
            <Rows rows={referral} />
          </dl>
        </section>
      )}
    </>
  );
}

export function ProfileHead({ name }: Pick<Consumer, 'name'>) {
  const first = firstName(name);
  return (
    <header className="profile-head on-rays">
      <div>
        <h1 className="page-title caps">MEU PERFIL</h1>
        <p>{first && <b>Olá, {first}!</b>} Seus dados e o que você autorizou, num lugar só.</p>
      </div>
      <img src={mascotPath('acena')} width="320" height="300" alt="" />
    </header>
  );
}

function Rows({ rows }: { rows: readonly ProfileRow[] }) {
  return rows.map(({ label, value }) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{breakable(value)}</dd>
    </div>
  ));
}

/** Under large text an email breaks behind its @, not within a word. */
function breakable(value: string) {
  const [name, host] = value.split('@');
  if (host === undefined) return value;
  return (
    <>
      {name}@<wbr />
      {host}
    </>
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
      <dd className="detail-action">
        <ShareButton code={code} />
      </dd>
    </div>
  );
}

function ShareButton({ code }: { code: string }) {
  const { open, frame } = useTooltip();
  const copied = useStore($copied);
  const mobile = environment().device.isMobile();
  const action = mobile ? 'Compartilhar' : 'Copiar código';
  return (
    <span className="share" {...frame}>
      <button
        type="button"
        className="share-button"
        aria-label={action}
        onClick={() => void shareCode(code)}
      >
        {mobile ? <ShareIcon /> : <CopyIcon />}
      </button>
      <span className="tooltip tooltip-short" role="tooltip" hidden={!open && !copied}>
        {copied ? 'Copiado!' : action}
      </span>
      <LiveRegion text={copied ? 'Copiado!' : ''} />
    </span>
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

interface ProfileRow {
  label: string;
  value: string;
}

export function profileRows(consumer: Consumer, campaign: Campaign): ProfileRow[] {
  const { address, birthDate, document, email, name, phone, type } = consumer;
  const company = type === 'CORPORATE';
  const extra = extraRows(consumer, campaign, (key) => !/^(MGM|POLL)_/.test(key));
  return filled([
    [company ? 'Razão Social' : 'Nome Completo', name],
    company ? ['CNPJ', formatCnpj(document)] : ['CPF', formatCpf(document)],
    ['Email', email],
    ['Data de nascimento', company ? null : formatDate(birthDate?.slice(0, 10) ?? '')],
    ['Telefone', formatPhone(phone) || 'Não informado'],
    ['Nome do representante', company ? consumer.representativeName : null],
    ['CPF do representante', company ? formatCpf(consumer.representativeDocument ?? '') : null],
    ['Endereço de entrega', address ? addressLine(address) : null],
    ...extra,
  ]);
}

export function referralRows(consumer: Consumer, campaign: Campaign): ProfileRow[] {
  if (!isOn(campaign, 'MGM_ENABLED')) return [];
  return filled(extraRows(consumer, campaign, (key) => key.startsWith('MGM_')));
}

type Line = [label: string, value: string | null | undefined];

function filled(lines: readonly Line[]): ProfileRow[] {
  return lines.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function addressLine({ street, number, district, city, state }: Address): string {
  return [`${street}, ${number}`, district, city, state].join('\u00a0- ');
}

function extraRows(
  { additionalFields }: Consumer,
  campaign: Campaign,
  shown: (key: string) => boolean,
): Line[] {
  return additionalFields.flatMap(({ campaignAdditionalFieldId, key, value }): Line[] => {
    const field = campaign.additionalFields.find(
      ({ id }) => String(id) === String(campaignAdditionalFieldId),
    );
    const name = field?.key ?? key;
    // Without a field of the campaign there is no label.
    return name && shown(name) ? [[field?.label ?? fieldLabel(name), shownValue(name, value)]] : [];
  });
}

function shownValue(key: string, value: Line[1]): Line[1] {
  return key === 'MGM_PHONE' && value ? formatPhone(value) : value;
}
