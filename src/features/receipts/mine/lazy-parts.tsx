import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Loading } from '../../../ui/loading.tsx';
import { NotLoaded } from '../../../ui/status.tsx';
import { useLazyModule } from '../begin-later.ts';

type LazyParts = Awaited<ReturnType<typeof importLazyParts>>;

/** Kept once loaded, so that the next dialog opens without its placeholder. */
let loadedParts: LazyParts | null = null;

export async function loadLazyParts(): Promise<LazyParts> {
  loadedParts ??= await importLazyParts();
  return loadedParts;
}

async function importLazyParts() {
  const [numbers, result, outbox, texts] = await Promise.all([
    import('./number-wall.tsx'),
    import('../result/result-dialog.tsx'),
    import('../outbox/outbox.tsx'),
    import('../outbox/outbox-texts.ts'),
  ]);
  return { ...numbers, ...result, ...outbox, ...texts };
}

interface LazyDialogProps {
  title: string;
  onClose: () => void;
  children: (parts: LazyParts) => ReactNode;
}

export function LazyDialog({ title, onClose, children }: LazyDialogProps) {
  const lazyParts = useLazyModule(loadLazyParts);
  const parts = lazyParts.state === 'loaded' ? lazyParts.module : loadedParts;
  if (parts) return children(parts);
  return (
    <BareDialog title={title} onClose={onClose}>
      {lazyParts.state === 'failed' ? (
        <NotLoaded lines={lazyParts.lines} onRetry={lazyParts.retry} />
      ) : (
        <Loading />
      )}
    </BareDialog>
  );
}

/** Without `Dialog` of `ui`, which comes with the script of forms. */
function BareDialog({
  title,
  onClose,
  children,
}: Omit<LazyDialogProps, 'children'> & { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="dialog" aria-label={title} onCancel={onClose}>
      <div className="dialog-head">
        <button type="button" className="dialog-close" aria-label="Fechar" onClick={onClose} />
        <h2 className="dialog-title">{title}</h2>
      </div>
      {children}
    </dialog>
  );
}
