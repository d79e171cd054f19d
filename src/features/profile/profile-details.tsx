import type { Campaign } from '../../contract/campaign.ts';
import type { Consumer } from '../../contract/consumer.ts';
import { HelpTip } from '../../ui/help.tsx';
import { type ProfileRow, profileRows, referralCode, referralRows } from './profile-rows.ts';
import { ShareButton } from './share-button.tsx';

interface ProfileDetailsProps {
  campaign: Campaign;
  consumer: Consumer;
}

export function ProfileDetails({ campaign, consumer }: ProfileDetailsProps) {
  const code = referralCode(consumer, campaign);
  const referral = referralRows(consumer, campaign);
  return (
    <>
      <section className="panel" aria-label="Dados cadastrais">
        <dl className="detail-rows">
          <Rows rows={profileRows(consumer, campaign)} />
          {code && <ReferralCode code={code} />}
        </dl>
      </section>
      {referral.length > 0 && (
        <section className="panel" aria-labelledby="indicacao">
          <h2 id="indicacao">INDICAÇÃO</h2>
          <dl className="detail-rows">
            <Rows rows={referral} />
          </dl>
        </section>
      )}
    </>
  );
}

function Rows({ rows }: { rows: readonly ProfileRow[] }) {
  return rows.map(({ label, value }) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  ));
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
