import type { CSSProperties } from 'react';

/** Where each flies to from the middle, in rem. */
const sparks = [
  { shape: 'star', x: -9, y: -5.5 },
  { shape: 'coin', x: 9, y: 4.5 },
  { shape: 'star', x: 8.5, y: -5.5 },
  { shape: 'star', x: 5, y: 5.5 },
  { shape: 'coin', x: 10, y: -1 },
  { shape: 'star', x: -9.5, y: -1.5 },
  { shape: 'coin', x: -5.5, y: -6 },
  { shape: 'star', x: 2.5, y: -6.75 },
] as const;

export function Sparks() {
  return (
    <span className="stage-sparks" aria-hidden="true">
      {sparks.map(({ shape, x, y }) => (
        <svg
          viewBox="0 0 60 62"
          aria-hidden="true"
          style={{ '--x': `${x}rem`, '--y': `${y}rem` } as CSSProperties}
          key={`${x} ${y}`}
        >
          <use href={`#${shape}`} width="60" height="62" />
        </svg>
      ))}
    </span>
  );
}

export function Gift() {
  return (
    <span className="stage-gift" aria-hidden="true">
      <svg className="stage-gift-body" viewBox="0 0 120 120" aria-hidden="true">
        <use href="#gift-body" fill="var(--gift)" />
        <use href="#gift-body" fill="url(#sheen)" />
        <path d="M49 60h22v57H49Z" fill="var(--ribbon)" />
        <path d="M12 64h96v8H12Z" opacity=".22" />
      </svg>
      <svg className="stage-gift-lid" viewBox="0 0 120 120" aria-hidden="true">
        <path
          d="M60 34C40 36 22 30 25 15 28 1 54 4 60 34 66 4 92 1 95 15 98 30 80 36 60 34Z"
          fill="none"
          stroke="var(--ribbon)"
          strokeWidth="10"
          strokeLinejoin="round"
        />
        <rect x="4" y="34" width="112" height="30" rx="8" fill="var(--gift)" />
        <path d="M49 34h22v30H49Z" fill="var(--ribbon)" />
        <rect x="4" y="34" width="112" height="30" rx="8" fill="url(#sheen)" />
      </svg>
    </span>
  );
}
