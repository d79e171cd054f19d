import { readFile } from 'node:fs/promises';
import { getCampaign, getFaq, getPrizes, getProducts } from '../contract/campaign.ts';
import { pathOf } from '../contract/endpoint.ts';
import { getHotsite } from '../contract/hotsite.ts';
import { listPolls } from '../contract/polls.ts';
import { listIncidentSubjects } from '../contract/support.ts';
import { getWinners } from '../contract/winners.ts';
import { todayInSaoPaulo } from '../rules/dates.ts';
import { embeddedCampaign } from './embedded.ts';
import { CAMPAIGN_VARIANTS, CAMPAIGN_WINDOWS } from './embedded-options.ts';
import { type CampaignSnapshot, parseSnapshot } from './snapshot.ts';

type Environment = Readonly<Record<string, string | undefined>>;

let loaded: Promise<CampaignSnapshot> | undefined;

/** Read once per build. */
export function buildCampaign(): Promise<CampaignSnapshot> {
  loaded ??= loadCampaign(process.env);
  return loaded;
}

/**
 * From the gateway named by CAMPAIGN_API, else from the file named by CAMPAIGN_FILE, else the
 * embedded campaign.
 * @throws Error with one sentence that names the wrong variable, address or field.
 */
export async function loadCampaign(environment: Environment): Promise<CampaignSnapshot> {
  const { CAMPAIGN_API, CAMPAIGN_ID, CAMPAIGN_FILE } = environment;
  const { CAMPAIGN_WINDOW, CAMPAIGN_VARIANT, TENANT_ID } = environment;
  if (CAMPAIGN_API) return fromGateway(CAMPAIGN_API, CAMPAIGN_ID ?? '19');
  if (CAMPAIGN_FILE) return readCampaignFile(CAMPAIGN_FILE);
  return embeddedCampaign({
    window: oneOf('CAMPAIGN_WINDOW', CAMPAIGN_WINDOW ?? 'live', CAMPAIGN_WINDOWS),
    variant: oneOf('CAMPAIGN_VARIANT', CAMPAIGN_VARIANT ?? '19', CAMPAIGN_VARIANTS),
    tenantId: TENANT_ID ?? 'embedded',
    today: todayInSaoPaulo(new Date()),
  });
}

/**
 * JSON of the shape of CampaignSnapshot.
 * @throws Error with one sentence that names the file, and the field where it is wrong.
 */
export async function readCampaignFile(file: string): Promise<CampaignSnapshot> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`Campaign from ${file}: the file cannot be read`, { cause });
  });
  return parseSnapshot(jsonOf(text, file), file);
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`Campaign from ${file}: the file holds no JSON`, { cause });
  }
}

async function fromGateway(gateway: string, campaignId: string): Promise<CampaignSnapshot> {
  const addressOf = ({ path }: { path: string }) => new URL(pathOf(path, { campaignId }), gateway);
  const get = (endpoint: { path: string }) => fetchJson(addressOf(endpoint));
  const [campaign, products, prizes, hotsite, faq, polls, incidentSubjects] = await Promise.all([
    get(getCampaign),
    get(getProducts),
    get(getPrizes),
    get(getHotsite),
    get(getFaq),
    get(listPolls),
    get(listIncidentSubjects),
  ]);
  const winners = await fetchJson(addressOf(getWinners), { orNothing: true });
  return parseSnapshot(
    { campaign, products, prizes, hotsite, faq, polls, incidentSubjects, winners },
    gateway,
  );
}

/** @param orNothing null for what is not there */
async function fetchJson(address: URL, { orNothing = false } = {}): Promise<unknown> {
  const response = await fetch(address).catch((cause: unknown) => {
    throw new Error(`Campaign from ${address}: no answer`, { cause });
  });
  if (response.status === 404 && orNothing) return null;
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
