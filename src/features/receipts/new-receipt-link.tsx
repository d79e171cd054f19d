import { isClosed } from '../../environment.ts';
import { useHydrated } from '../../ui/hydrated.ts';

/** PHASE-11: once the promotion is over it leads to the closed dialog. */
export function NewReceiptLink({ className, children }: { className?: string; children: string }) {
  const locked = useHydrated() && isClosed();
  return (
    <a className={className} href={locked ? '#encerrada' : '/nova-nota'}>
      {children}
    </a>
  );
}
