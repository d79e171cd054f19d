export interface WithParameters {
  readonly parameters: readonly {
    readonly code: string;
    readonly value?: string | null | undefined;
  }[];
}

/** Those that our code reads; a campaign may have others. */
export type ParameterCode =
  | 'ACCOUNTS_DAYS'
  | 'AD_PIXEL_ID'
  | 'CONSUMER_ADDRESS_REQUIRED'
  | 'CONSUMER_AFTER_COUPON_REGISTER_LINK'
  | 'CONSUMER_AFTER_COUPON_REGISTER_LINK_NAME'
  | 'CONSUMER_REGISTER_TYPES'
  | 'COUPON_MAX_QTD_PER_DAY'
  | 'COUPON_MAX_QTD_PER_SHOP_AND_DAY'
  | 'GTM_CODE'
  | 'MGM_ENABLED'
  | 'MS_CLARITY_ID'
  | 'OCR_ENABLED'
  | 'PRIVACY_POLICY_URL'
  | 'PRIZE_CLAIM_DAYS'
  | 'PRIZE_REDEEM_TRANSFER_TYPE'
  | 'PRODUCT_MAX_QTD_SUM_TOTAL'
  | 'PRODUCT_MIN_QTD_SUM_TOTAL'
  | 'PRODUCT_MIN_TOTAL_SUM_VALUE'
  | 'TAX_OFFICE_APPROVES'
  | 'TAX_OFFICE_DAILY_LIMIT'
  | 'TENANT_ID'
  | 'WHATSAPP_BOT_ENABLED'
  | 'WHATSAPP_BOT_PHONE_NUMBER'
  | 'WINNER_PAGE_ENABLED'
  | 'WINNER_PAGE_TYPE'
  | 'WINNER_PDF_URL';

/** An empty text counts as absent. */
export function parameter(campaign: WithParameters, code: ParameterCode): string | null {
  return campaign.parameters.find((entry) => entry.code === code)?.value || null;
}

export function isOn(campaign: WithParameters, code: ParameterCode): boolean {
  return parameter(campaign, code) === 'true';
}

/** Private ones may leave the gateway neither by its answers nor in pages. */
export function publicParameters<Entry extends { readonly visibility: string }>(
  parameters: readonly Entry[],
): Entry[] {
  return parameters.filter(({ visibility }) => visibility === 'PUBLIC');
}

function parameterList(campaign: WithParameters, code: ParameterCode): string[] {
  return (parameter(campaign, code) ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

export type ConsumerType = 'PERSON' | 'CORPORATE';

/** Only persons, if CONSUMER_REGISTER_TYPES is empty. */
export function consumerTypes(campaign: WithParameters): ConsumerType[] {
  const listedTypes = parameterList(campaign, 'CONSUMER_REGISTER_TYPES');
  const types = (['PERSON', 'CORPORATE'] as const).filter((type) => listedTypes.includes(type));
  return types.length > 0 ? types : ['PERSON'];
}

/** Who may take part, as clients of the API read it, whatever a campaign's file says. */
export function consumerFlags(campaign: WithParameters) {
  const types = consumerTypes(campaign);
  const person = types.includes('PERSON');
  const corporate = types.includes('CORPORATE');
  return {
    all: person && corporate,
    exclusivePerson: !corporate,
    exclusiveCorporate: !person,
    corporate,
  };
}

export function botAddress(campaign: WithParameters): string | null {
  const number = isOn(campaign, 'WHATSAPP_BOT_ENABLED')
    ? parameter(campaign, 'WHATSAPP_BOT_PHONE_NUMBER')?.replaceAll(/\D/g, '')
    : null;
  return number ? `https://wa.me/${number}` : null;
}
