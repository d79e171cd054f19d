import { type OptIn, privacyCode, tickableOptIns } from './opt-ins.ts';

/** VAL-15: codes of the required checkboxes that are not ticked. */
export function missingOptIns(optIns: readonly OptIn[], ticked: readonly string[]): string[] {
  return tickableOptIns(optIns)
    .filter(({ code, required }) => required && !ticked.includes(code))
    .map(({ code }) => code);
}

/** API-12: what the sign-up sends; PRIVACY is always in it, once. */
export function optInCodes(ticked: readonly string[]): string[] {
  return [...new Set([...ticked, privacyCode])];
}
