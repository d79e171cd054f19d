export interface CampaignOptIn {
  code: string;
  required: boolean;
  /** Below 0 for an opt-in that is shown as text, without a checkbox. */
  displayOrder: number;
}

const privacyCode = 'PRIVACY';

export function isPrivacy({ code }: Pick<CampaignOptIn, 'code'>): boolean {
  return code === privacyCode;
}

export function tickableOptIns<T extends CampaignOptIn>(optIns: readonly T[]): T[] {
  return optIns
    .filter(({ displayOrder }) => displayOrder >= 0)
    .sort((a, b) => a.displayOrder - b.displayOrder);
}

export function statedOptIns<T extends CampaignOptIn>(optIns: readonly T[]): T[] {
  return optIns.filter(({ displayOrder }) => displayOrder < 0);
}

export function missingOptIns(
  optIns: readonly CampaignOptIn[],
  ticked: readonly string[],
): string[] {
  return tickableOptIns(optIns)
    .filter(({ code, required }) => required && !ticked.includes(code))
    .map(({ code }) => code);
}

/** Sends PRIVACY always, and only once. */
export function optInCodes(ticked: readonly string[]): string[] {
  return [...new Set([...ticked, privacyCode])];
}
