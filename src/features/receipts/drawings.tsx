export function ReceiptOnDisc() {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true">
      <circle cx="60" cy="60" r="58" fill="var(--primary)" opacity=".25" />
      <use href="#receipt" x="31" y="20" width="58" height="78" transform="rotate(-6 60 60)" />
    </svg>
  );
}

export function SmilingReceipt() {
  return (
    <svg viewBox="0 0 200 158" aria-hidden="true">
      <circle cx="100" cy="72" r="70" fill="var(--primary)" opacity=".25" />
      <use href="#receipt" x="52" width="100" height="132" />
      <g className="smile" fill="none" strokeLinecap="round">
        <path d="M34 126c40 36 92 36 132 0" stroke="var(--primary)" strokeWidth="24" />
        <path d="M36 130c38 32 90 32 128 0" stroke="#fff" strokeWidth="6" />
      </g>
    </svg>
  );
}

export function WonGift() {
  return (
    <svg viewBox="0 0 240 150" aria-hidden="true">
      <circle cx="120" cy="80" r="70" fill="var(--accent)" opacity=".28" />
      <use className="gift-sun" href="#gift" x="62" y="20" width="116" height="116" />
      <use href="#star" x="18" y="16" width="38" height="38" fill="var(--accent)" />
      <use href="#star" x="186" y="30" width="30" height="30" fill="var(--primary)" />
      <use href="#coin" x="22" y="92" width="46" height="48" />
      <use href="#coin" x="172" y="98" width="38" height="40" />
    </svg>
  );
}
