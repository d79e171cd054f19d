import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import {
  getCampaignEndpoint,
  getFaqEndpoint,
  getPrizesEndpoint,
  getProductsEndpoint,
} from '../contract/campaign.ts';
import { pathOf } from '../contract/endpoint.ts';
import { getHotsiteEndpoint } from '../contract/hotsite.ts';
import { listPollsEndpoint } from '../contract/polls.ts';
import { listIncidentSubjectsEndpoint } from '../contract/support.ts';
import { getWinnersEndpoint } from '../contract/winners.ts';
import { publicParameters } from '../rules/campaign/parameters.ts';
import { dayInSaoPaulo } from '../rules/dates.ts';
import { unbrokenMoney } from '../rules/money.ts';
import { utf8Text } from '../rules/text.ts';
import { type CampaignWindow, campaignWindows, windowDates } from './19/calendar.ts';
import { faq19 } from './19/faq.ts';
import { type CampaignVariant, campaignVariants, incidentSubjects19, polls19 } from './19/forms.ts';
import { campaign19 } from './19/parameters-and-engines.ts';
import { instantPrizes19, prizes19, products19 } from './19/products-and-prizes.ts';
import { hotsite19 } from './19/texts-and-colours.ts';
import { maxCampaignTextLength, readCampaignText } from './checks/campaign-text.ts';
import { advice, campaignProblems, unsettledProblems } from './checks/check-campaign.ts';
import { problemLines, WrongCampaign } from './checks/problem.ts';
import { withDefaults } from './default-texts-and-colours.ts';
import { hasPicture, type LoadedPictures, loadPictures } from './pictures.ts';
import { CampaignSnapshot, parseSnapshot } from './snapshot.ts';

let loaded: Promise<CampaignSnapshot> | undefined;
/** Set by the first `buildCampaign`, which every page awaits before it draws. */
let pictures: LoadedPictures | undefined;

export function buildCampaign(): Promise<CampaignSnapshot> {
  loaded ??= readForBuild(process.env).then((read) => {
    pictures = read.pictures;
    return read.campaign;
  });
  return loaded;
}

export async function readForBuild(variables: NodeJS.ProcessEnv) {
  const snapshot = await loadCampaign(variables);
  return {
    campaign: typeset(publicPart(snapshot)),
    pictures: await loadPictures(snapshot, variables),
  };
}

/** A campaign's file also has what only the gateway may know. */
function publicPart({ secrets: _, campaign, ...snapshot }: CampaignSnapshot): CampaignSnapshot {
  const parameters = publicParameters(campaign.parameters);
  return { ...snapshot, campaign: { ...campaign, parameters } };
}

function typeset(snapshot: CampaignSnapshot): CampaignSnapshot {
  return JSON.parse(JSON.stringify(snapshot), (_, value) =>
    typeof value === 'string' ? unbrokenMoney(value) : value,
  );
}

export function buildPictures(): LoadedPictures {
  if (!pictures) throw new Error('The campaign has to be read before its pictures');
  return pictures;
}

/** From CAMPAIGN_API, else CAMPAIGN_FILE, else embedded; the error names what is wrong. */
export async function loadCampaign(environment: NodeJS.ProcessEnv): Promise<CampaignSnapshot> {
  const { CAMPAIGN_API, CAMPAIGN_ID, CAMPAIGN_FILE } = environment;
  const { CAMPAIGN_WINDOW, CAMPAIGN_VARIANT, TENANT_ID } = environment;
  if (CAMPAIGN_API) return fromGateway(CAMPAIGN_API, CAMPAIGN_ID || '19');
  if (CAMPAIGN_FILE) return readCampaignFile(CAMPAIGN_FILE);
  return embeddedCampaign({
    window: oneOf('CAMPAIGN_WINDOW', CAMPAIGN_WINDOW || 'live', campaignWindows),
    variant: oneOf('CAMPAIGN_VARIANT', CAMPAIGN_VARIANT || '19', campaignVariants),
    tenantId: TENANT_ID || 'embedded',
    today: dayInSaoPaulo(new Date()),
  });
}

export function embeddedCampaign(options: {
  window: CampaignWindow;
  variant: CampaignVariant;
  tenantId: string;
  today: string;
}): CampaignSnapshot {
  const { window, variant, tenantId, today } = options;
  const dates = windowDates(window, today);
  return parseSnapshot(
    {
      campaign: campaign19({ variant, tenantId, ...dates }),
      products: products19,
      prizes: prizes19(variant),
      hotsite: hotsite19(dates),
      faq: faq19,
      polls: variant === 'all' ? polls19 : [],
      incidentSubjects: incidentSubjects19,
      secrets: { instantPrizes: instantPrizes19 },
    },
    'the embedded data',
  );
}

interface FileReading {
  isStored?: (picture: string) => boolean;
  former?: CampaignSnapshot;
  /** A promotion that is about to begin must have settled what it cannot settle later. */
  isNew?: boolean;
  /** Called with what only a new promotion may not lack. */
  warn?: (text: string) => void;
  /** Called with what is allowed, and yet leaves some people out. */
  advise?: ((text: string) => void) | undefined;
}

/**
 * JSON with comments, of the shape of CampaignSnapshot.
 * @throws WrongCampaign with everything that is wrong, each with its line and column.
 */
export async function readCampaignFile(
  file: string,
  { isStored = () => false, former, isNew = false, warn, advise }: FileReading = {},
): Promise<CampaignSnapshot> {
  const refuse = (problem: string, remedy: string) =>
    new WrongCampaign(file, [{ path: [], problem, remedy }]);
  // Not more than can be right: a device named by mistake never ends.
  const bytes = await buffer(createReadStream(file, { end: 4 * maxCampaignTextLength })).catch(
    () => {
      throw refuse('the file cannot be read', 'Name a file that exists and may be read');
    },
  );
  const content = utf8Text(bytes);
  if (content === null) throw refuse('its letters are not UTF-8', 'Save it as UTF-8');
  const { value, problems: syntax, isBroken, placeOf } = readCampaignText(content);
  const { $schema: _, $version: __, ...written } = Object(value);
  const campaign = withDefaults(written, { isFile: true });
  const isBeside = hasPicture(file, campaign);
  const hasFile = (path: string) => isBeside(path) || isStored(path);
  const source = { isFile: true, hasFile, former };
  const unsettled = isBroken ? [] : unsettledProblems(campaign, source);
  if (unsettled.length > 0 && !isNew) {
    const sentence =
      'A promotion that began so goes on; a new one does not start before this is settled:';
    warn?.([sentence, ...problemLines(unsettled, placeOf)].join('\n'));
  }
  const advised = isBroken ? [] : advice(campaign, source);
  if (advised.length > 0) {
    advise?.(['Allowed, but not for everyone:', ...problemLines(advised, placeOf)].join('\n'));
  }
  const problems = isBroken ? [] : campaignProblems(campaign, source);
  const all = [...syntax, ...problems, ...(isNew ? unsettled : [])];
  if (all.length > 0) throw new WrongCampaign(file, all, placeOf);
  return CampaignSnapshot.create(campaign);
}

async function fromGateway(gateway: string, campaignId: string): Promise<CampaignSnapshot> {
  const addressOf = ({ path }: { path: string }) => new URL(pathOf(path, { campaignId }), gateway);
  const get = (endpoint: { path: string }) => fetchJson(addressOf(endpoint));
  const [campaign, products, prizes, hotsite, faq, polls, incidentSubjects] = await Promise.all([
    get(getCampaignEndpoint),
    get(getProductsEndpoint),
    get(getPrizesEndpoint),
    get(getHotsiteEndpoint),
    get(getFaqEndpoint),
    get(listPollsEndpoint),
    get(listIncidentSubjectsEndpoint),
  ]);
  const winners = await fetchJson(addressOf(getWinnersEndpoint), { orNothing: true });
  const answers = { campaign, products, prizes, hotsite, faq, polls, incidentSubjects, winners };
  const value = withDefaults(answers, { isFile: false });
  const problems = campaignProblems(value, { isFile: false, hasFile: () => true });
  if (problems.length > 0) throw new WrongCampaign(gateway, problems);
  return CampaignSnapshot.create(value);
}

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
  const allowedValue = allowed.find((option) => option === value);
  if (!allowedValue)
    throw new Error(`${variable} is '${value}', should be one of ${allowed.join(', ')}`);
  return allowedValue;
}
