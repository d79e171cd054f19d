import type { Random } from './random.ts';
import type { QrVersion, ReceiptState } from './receipt-key.ts';

const addressByState: Record<ReceiptState, string> = {
  PR: 'http://www.fazenda.pr.gov.br/nfce/qrcode',
  SC: 'https://sat.sef.sc.gov.br/nfce/consulta',
  RS: 'https://www.sefaz.rs.gov.br/NFCE/NFCE-COM.aspx',
};

interface QrFacts {
  state: ReceiptState;
  key: string;
  version: QrVersion;
  offline: boolean;
  /** `yyyy-MM-dd`. */
  day: string;
  /** In centavos. */
  total: number;
  environment: 'production' | 'test';
}

/** What the shop's program prints as the QR code of an NFC-e. */
export function qrText(facts: QrFacts, random: Random): string {
  const tpAmb = facts.environment === 'test' ? '2' : '1';
  const fields = [facts.key, facts.version.slice(1), tpAmb];
  if (facts.offline) fields.push(facts.day.slice(8), (facts.total / 100).toFixed(2));
  if (facts.version === 'v2') {
    if (facts.offline) fields.push(hexadecimal(random, 56));
    fields.push('1', hexadecimal(random, 40));
  } else if (facts.offline) {
    fields.push('', '', base64(random, 344));
  }
  return `${addressByState[facts.state]}?p=${fields.join('|')}`;
}

function hexadecimal(random: Random, length: number): string {
  return Array.from({ length }, () => random.between(0, 15).toString(16).toUpperCase()).join('');
}

function base64(random: Random, length: number): string {
  const bytes = Uint8Array.from({ length: (length / 4) * 3 }, () => random.between(0, 255));
  return Buffer.from(bytes).toString('base64');
}
