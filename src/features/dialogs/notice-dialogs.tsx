import type { SiteProps } from '../../environment.ts';
import { mascotImage, privacyPath, regulationPath } from '../../paths.ts';
import { campaignOverText, campaignOverTitle } from '../../rules/messages/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';

interface CampaignOverDialogProps {
  site: SiteProps;
  onClose: () => void;
}

export function CampaignOverDialog({ site, onClose }: CampaignOverDialogProps) {
  return (
    <Dialog title={campaignOverTitle} className="dialog-centred" onClose={onClose}>
      <img className="dialog-figure" {...mascotImage('acena')} alt="" />
      <p>{site.hotsite.closedText || campaignOverText}</p>
      <a className="button button-wide" href={regulationPath}>
        Regulamento
      </a>
    </Dialog>
  );
}

export function ErasedDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Seus dados foram excluídos"
      className="dialog-centred"
      describedBy="excluido"
      onClose={onClose}
    >
      <img className="dialog-figure" {...mascotImage('acena')} alt="" />
      <p id="excluido">
        Seu cadastro foi encerrado. Guardamos somente o que a lei manda, como explica a{' '}
        <a href={privacyPath}>política de privacidade</a>.
      </p>
      <button type="button" className="button button-wide" onClick={onClose}>
        Ok
      </button>
    </Dialog>
  );
}
