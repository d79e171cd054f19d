/** As much of an opt-in as decides where it shows and whether it must be ticked. */
export interface OptIn {
  code: string;
  required: boolean;
  displayOrder: number;
}

/** The opt-in that every sign-up sends: the regulation and the privacy policy. */
export const privacyCode = 'PRIVACY';

/** Whether it is the one that speaks of the regulation and the privacy policy, whatever its text. */
export function isPrivacy({ code }: Pick<OptIn, 'code'>): boolean {
  return code === privacyCode;
}

/** Those with a checkbox, in the order of the form. */
export function tickableOptIns<T extends OptIn>(optIns: readonly T[]): T[] {
  return optIns
    .filter(({ displayOrder }) => displayOrder >= 0)
    .sort((one, other) => one.displayOrder - other.displayOrder);
}

/** Those whose text alone is shown, at the last step of the sign-up. */
export function statedOptIns<T extends OptIn>(optIns: readonly T[]): T[] {
  return optIns.filter(({ displayOrder }) => displayOrder < 0);
}
