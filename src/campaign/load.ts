import { getCampaign, getFaq, getPrizes, getProducts } from '../contract/campaign.ts';
import { pathOf } from '../contract/endpoint.ts';
import { getHotsite } from '../contract/hotsite.ts';
import { listPolls } from '../contract/polls.ts';
import { listIncidentSubjects } from '../contract/support.ts';
import { todayInSaoPaulo } from '../rules/dates.ts';
import { embeddedCampaign } from './embedded.ts';
import { type CampaignSnapshot, parseSnapshot } from './snapshot.ts';
import { CAMPAIGN_VARIANTS } from './variant.ts';
import { CAMPAIGN_WINDOWS } from './window.ts';

type Environment = Readonly<Record<string, string | undefined>>;

let loaded: Promise<CampaignSnapshot> | undefined;

/** The campaign that this build of the site is about; read once. */
export function buildCampaign(): Promise<CampaignSnapshot> {
  loaded ??= loadCampaign(process.env);
  return loaded;
}

/**
 * Reads and checks a campaign: from the gateway named by CAMPAIGN_API, else the embedded one.
 * @throws Error with one sentence that names the wrong variable, address or field.
 */
export async function loadCampaign(environment: Environment): Promise<CampaignSnapshot> {
  const { CAMPAIGN_API, CAMPAIGN_ID, CAMPAIGN_WINDOW, CAMPAIGN_VARIANT, TENANT_ID } = environment;
  if (CAMPAIGN_API) return fromGateway(CAMPAIGN_API, CAMPAIGN_ID ?? '19');
  return embeddedCampaign({
    window: oneOf('CAMPAIGN_WINDOW', CAMPAIGN_WINDOW ?? 'live', CAMPAIGN_WINDOWS),
    variant: oneOf('CAMPAIGN_VARIANT', CAMPAIGN_VARIANT ?? '19', CAMPAIGN_VARIANTS),
    tenantId: TENANT_ID ?? 'embedded',
    today: todayInSaoPaulo(new Date()),
  });
}

async function fromGateway(gateway: string, campaignId: string): Promise<CampaignSnapshot> {
  const get = ({ path }: { path: string }) =>
    fetchJson(new URL(pathOf(path, { campaignId }), gateway));
  const [campaign, products, prizes, hotsite, faq, polls, incidentSubjects] = await Promise.all([
    get(getCampaign),
    get(getProducts),
    get(getPrizes),
    get(getHotsite),
    get(getFaq),
    get(listPolls),
    get(listIncidentSubjects),
  ]);
  return parseSnapshot(
    { campaign, products, prizes, hotsite, faq, polls, incidentSubjects },
    gateway,
  );
}

async function fetchJson(address: URL): Promise<unknown> {
  const response = await fetch(address).catch((cause: unknown) => {
    throw new Error(`Campaign from ${address}: no answer`, { cause });
  });
  if (!response.ok) throw new Error(`Campaign from ${address}: status ${response.status}`);
  return response.json();
}

function oneOf<Value extends string>(
  variable: string,
  value: string,
  allowed: readonly Value[],
): Value {
  const found = allowed.find((each) => each === value);
  if (!found) throw new Error(`${variable} is '${value}', should be one of ${allowed.join(', ')}`);
  return found;
}
