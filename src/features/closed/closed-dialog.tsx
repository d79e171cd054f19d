import type { SiteProps } from '../../environment.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** PHASE-13. */
const defaultText =
  'Em caso de dúvidas, consulte o Regulamento. Agradecemos a participação de todos!';

interface ClosedDialogProps {
  site: SiteProps;
  onClose: () => void;
}

/** Opens instead of sign-up and new receipt once the campaign is over. */
export function ClosedDialog({ site, onClose }: ClosedDialogProps) {
  return (
    <Dialog title="Esta promoção está encerrada!" look="dialog-centred" onClose={onClose}>
      <p>{site.hotsite.closedText || defaultText}</p>
      <a className="button button-wide" href="/regulamento">
        Regulamento
      </a>
    </Dialog>
  );
}
