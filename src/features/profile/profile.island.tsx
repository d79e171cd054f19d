import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Consumer } from '../../contract/consumer.ts';
import { type SiteProps, startSite } from '../../environment.ts';
import { Loading, NotLoaded } from '../../ui/waiting.tsx';
import { $profile, loadProfile, startProfile } from './profile.store.ts';
import { type ProfileRow, profileRows, referralRows } from './profile-rows.ts';

/** The page `/perfil`. */
export function Profile({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(startProfile, []);
  return (
    <div className="page page-narrow">
      <h1 className="page-title">MEU PERFIL</h1>
      <Content site={site} />
    </div>
  );
}

function Content({ site }: { site: SiteProps }) {
  const profile = useStore($profile);
  switch (profile.state) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return (
        <section className="panel">
          <NotLoaded lines={profile.lines} onRetry={loadProfile} />
        </section>
      );
    case 'known':
      return <Details site={site} consumer={profile.consumer} />;
    default:
      return profile satisfies never;
  }
}

function Details({ site, consumer }: { site: SiteProps; consumer: Consumer }) {
  const referral = referralRows(consumer, site.campaign);
  return (
    <>
      <section className="panel" aria-label="Meus dados">
        <Rows rows={profileRows(consumer, site.campaign)} />
      </section>
      {referral.length > 0 && (
        <section className="panel">
          <h2>INDICAÇÃO</h2>
          <Rows rows={referral} />
        </section>
      )}
    </>
  );
}

function Rows({ rows }: { rows: readonly ProfileRow[] }) {
  return (
    <dl className="detail-rows">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
