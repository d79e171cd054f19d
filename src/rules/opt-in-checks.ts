import { type OptIn, privacyCode, tickableOptIns } from './opt-ins.ts';

/** Codes of the required checkboxes that are not ticked. */
export function missingOptIns(optIns: readonly OptIn[], ticked: readonly string[]): string[] {
  return tickableOptIns(optIns)
    .filter(({ code, required }) => required && !ticked.includes(code))
    .map(({ code }) => code);
}

/** PRIVACY is always sent, once. */
export function optInCodes(ticked: readonly string[]): string[] {
  return [...new Set([...ticked, privacyCode])];
}
