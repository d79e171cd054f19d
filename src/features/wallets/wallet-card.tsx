import type { ReactNode } from 'react';

interface WalletCardProps {
  /** Unique in the page. */
  id: string;
  name: string;
  balance: string;
  /** A symbol of the page's sprite. */
  drawing: ReactNode;
  children: ReactNode;
}

/** One balance, and what can be done with it. */
export function WalletCard({ id, name, balance, drawing, children }: WalletCardProps) {
  return (
    <section className="wallet on-dark" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <p className="wallet-balance">{balance}</p>
      <svg viewBox="0 0 60 62" aria-hidden="true">
        {drawing}
      </svg>
      {children}
    </section>
  );
}

/** The place of a balance that is on its way. */
export function WalletToCome() {
  return <div className="wallet wallet-to-come" aria-hidden="true" />;
}
