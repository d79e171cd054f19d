import type { SiteProps } from '../../../../src/environment.ts';

/** Switches a setting of the campaign that the host's pages know. */
export function setParameter({ campaign }: SiteProps, code: string, value: string): void {
  const parameter = campaign.parameters.find((each) => each.code === code);
  if (!parameter) throw new Error(`No parameter ${code}`);
  parameter.value = value;
}
