import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { AlertDialog } from '../../ui/dialog.tsx';
import { useHydrated } from '../../ui/loading.tsx';
import { PasswordQuestion } from '../password/password-question.tsx';
import { watchSession } from '../session/session.store.ts';
import { Consents } from './consents.tsx';
import { ErasureDialog } from './erasure-dialog.tsx';
import {
  $download,
  $erasure,
  dismissDownload,
  downloadPersonalData,
  openErasure,
} from './personal-data.store.ts';

/** What users may do with their data (LGPD, Lei 13.709/2018, art. 18). */
export function PersonalDataPanels({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(() => watchSession({ guarded: true }), []);
  const isHydrated = useHydrated();
  const erasure = useStore($erasure, { ssr: 'initial' });
  return (
    <>
      <Consents />
      <section className="panel data-panel" aria-labelledby="meus-dados">
        <div>
          <h2 id="meus-dados">Meus dados</h2>
          <p>
            A Lei Geral de Proteção de Dados (Lei 13.709/2018) permite a você ver tudo o que
            guardamos a seu respeito, retirar consentimentos e pedir a exclusão.
          </p>
        </div>
        <div className="page-actions data-ways">
          <DownloadButton />
          <button
            type="button"
            className="button-link"
            disabled={!isHydrated}
            onClick={openErasure}
          >
            Excluir meus dados
          </button>
        </div>
      </section>
      {erasure.step !== 'closed' && <ErasureDialog />}
      <PasswordQuestion />
    </>
  );
}

function DownloadButton() {
  const download = useStore($download, { ssr: 'initial' });
  const isHydrated = useHydrated();
  const preparing = download.step === 'preparing';
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
      {download.step === 'failed' && (
        <AlertDialog lines={download.lines} onClose={dismissDownload} />
      )}
    </>
  );
}
