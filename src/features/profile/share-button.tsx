import { useStore } from '@nanostores/react';
import { environment } from '../../environment.ts';
import { useTooltip } from '../../ui/help.tsx';
import { LiveRegion } from '../../ui/status.tsx';
import { $copied, shareCode } from './share-code.store.ts';

export function ShareButton({ code }: { code: string }) {
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
