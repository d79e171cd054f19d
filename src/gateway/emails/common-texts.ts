import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { findById } from '../../contract/primitives.ts';
import { contactDialog, type EmailPose, privacyPath } from '../../paths.ts';
import { parameter, type WithParameters } from '../../rules/campaign/parameters.ts';
import type { ReceiptStatus } from '../../rules/receipts/receipt-status.ts';
import { unbrokenNumbers } from '../../rules/text.ts';

export interface EmailContent {
  subject: string;
  preview: string;
  title: string;
  parts: readonly EmailPart[];
  /** What the mascot at its head does; it waves unless another pose is named. */
  pose?: EmailPose;
  /** Why the reader gets it, as the end of "Você recebeu este e-mail porque …". */
  because: string;
}

export type EmailPart =
  | { type: 'text'; text: string }
  /** The email's subject matter in large type: a prize, a code, an amount. */
  | { type: 'figure'; label: string; text: string }
  /** Shown large at the top: what was won and, in a draw, with which number. */
  | { type: 'prize'; label: string; text: string; number?: string }
  | { type: 'quote'; label: string; text: string }
  | { type: 'numbers'; label: string; numbers: readonly string[]; more: number }
  | { type: 'steps'; label: string; steps: readonly (string | TitledStep)[] }
  | { type: 'button'; label: string; path: string }
  | { type: 'link'; label: string; path: string }
  | { type: 'exact'; label: string; text: string; explanation: string };

export interface TitledStep {
  title: string;
  text: string;
}

export const contactLink = {
  type: 'link',
  label: 'Falar com a gente',
  path: contactDialog,
} as const;

export interface EmailFacts {
  snapshot: CampaignSnapshot;
  siteUrl: string;
  /** A person's first name; null for companies and without an account. */
  name: string | null;
  at: Date;
  now: Date;
}

export interface EmailedReceipt {
  status: ReceiptStatus;
  totalCentavos: number;
  purchaseDate: string;
  allowImageReplacement: boolean;
  /** The first of the valid ones, all of which `numberCount` counts. */
  numbers: readonly string[];
  numberCount: number;
  cashbackCentavos: number;
  points: number;
  /** The instant prize that the receipt won and that was not sent yet. */
  prizeId: number | null;
  hasPendingOrders: boolean;
}

/** Strangers can sign up with any address, and a name with a full stop inside may become a link. */
export function greeting({ name }: EmailFacts): string {
  return name && !/\../.test(name) ? `Olá, ${name}!` : 'Olá!';
}

export function text(...sentences: (string | null | false)[]): EmailPart {
  return { type: 'text', text: sentences.filter(Boolean).join(' ') };
}

export function prizeName({ snapshot }: EmailFacts, prizeId: number | null): string {
  return findById(snapshot.prizes, prizeId)?.description ?? 'um prêmio';
}

/** Whether the prizes of draws and receipts go to an address, and to no wallet or Pix key. */
export function isPrizeShipped(campaign: WithParameters): boolean {
  return parameter(campaign, 'PRIZE_REDEEM_TRANSFER_TYPE') === null;
}

/** Adds a full stop unless the words end in a punctuation mark, like "Escovou, Brilhou!". */
export function sentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

export interface Footer {
  lines: string[];
  links: { label: string; address: string }[];
}

/** Everything a promotion publishes must show its authorisation numbers. */
export function footerOf({ because }: EmailContent, { snapshot, siteUrl }: EmailFacts): Footer {
  const { certificates } = snapshot.hotsite.footer;
  const { name } = snapshot.campaign;
  return {
    lines: [
      sentence(`Você recebeu este e-mail porque ${because} ${name}`),
      'Para falar com a gente, use o Fale conosco do site.',
      ...certificates.map(({ label, number }) => `${label}: ${unbrokenNumbers(number)}`),
    ],
    links: [
      { label: 'Site da promoção', address: new URL('/', siteUrl).href },
      { label: 'Privacidade', address: new URL(privacyPath, siteUrl).href },
    ],
  };
}
