export interface OptIn {
  code: string;
  required: boolean;
  displayOrder: number;
}

/** The opt-in that every sign-up sends: the regulation and the privacy policy. */
export const privacyCode = 'PRIVACY';

export function isPrivacy({ code }: Pick<OptIn, 'code'>): boolean {
  return code === privacyCode;
}

/** Those with a checkbox, in the order of the form. */
export function tickableOptIns<T extends OptIn>(optIns: readonly T[]): T[] {
  return optIns
    .filter(({ displayOrder }) => displayOrder >= 0)
    .sort((one, other) => one.displayOrder - other.displayOrder);
}

/** Those that show their text alone, at the last step of the sign-up. */
export function statedOptIns<T extends OptIn>(optIns: readonly T[]): T[] {
  return optIns.filter(({ displayOrder }) => displayOrder < 0);
}
