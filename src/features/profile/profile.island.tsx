import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { Loading, NotLoaded } from '../../ui/status.tsx';
import { $profile, isUpdateBegun, loadProfile, startProfile } from './profile.store.ts';
import { ProfileDetails } from './profile-details.tsx';
import { UpdateProfileDialog } from './update-profile-dialog.tsx';

export function Profile({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(startProfile, []);
  const profile = useStore($profile);
  const [update, setUpdate] = useState<'none' | 'open' | 'saved'>('none');
  useEffect(() => {
    if (isUpdateBegun()) setUpdate('open');
  }, []);
  const consumer = profile.state === 'known' ? profile.value : null;
  return (
    <>
      <div className="page-bar">
        <h1 className="page-title">MEU PERFIL</h1>
        <button
          type="button"
          className="button"
          disabled={!consumer}
          onClick={() => setUpdate('open')}
        >
          Alterar
        </button>
      </div>
      {update === 'saved' && (
        <p className="message message-success" role="status">
          Dados atualizados com sucesso
        </p>
      )}
      <Content site={site} />
      {update === 'open' && consumer && (
        <UpdateProfileDialog
          campaign={site.campaign}
          consumer={consumer}
          onSaved={() => setUpdate('saved')}
          onClose={() => setUpdate('none')}
        />
      )}
    </>
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
      return <ProfileDetails campaign={site.campaign} consumer={profile.value} />;
    default:
      return profile satisfies never;
  }
}
