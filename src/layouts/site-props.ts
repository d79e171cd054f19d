import { picturesIn } from '../campaign/checks/site.ts';
import type { CampaignSnapshot } from '../campaign/snapshot.ts';
import type { Campaign } from '../contract/campaign.ts';
import type { Engine } from '../contract/engines.ts';
import { isSameId } from '../contract/primitives.ts';
import type { PointsSite, ReceiptSite, SiteProps } from '../environment.ts';
import { shopPlacesPath } from '../paths.ts';
import { closesWithItsPrizes } from '../rules/campaign/campaign-phase.ts';
import { assetUrl } from './origin-and-assets.ts';

/** No island shows the description or the counts; a parameter says who may take part. */
const omittedFromCampaign = [
  'customerId',
  'description',
  'productsQty',
  'prizesQty',
  'eligibleDocumentsQty',
  'all',
  'exclusivePerson',
  'exclusiveCorporate',
  'corporate',
] as const;

/** Details of a draw that islands do not need; those of receipts also get `extractionAt`. */
const omittedFromDetails = [
  'alternates',
  'disqualified',
  'orderNumber',
  'seriesType',
  'totalPrizes',
  'generatedInstantPrizes',
  'segregateByEstablishment',
] as const;

/** The part of the campaign that islands need, as plain JSON without empty values. */
export function siteProps(
  { campaign, products, prizes, hotsite }: CampaignSnapshot,
  { keepsExtraction = false } = {},
): SiteProps {
  const { PUBLIC_API_URL, PUBLIC_FIREBASE_API_KEY, PUBLIC_RECAPTCHA_SITE_KEY, PUBLIC_POSTAL_URL } =
    process.env;
  const engines = campaign.engines.map((engine) => engineForIslands(engine, keepsExtraction));
  // Islands find them by their codes; anything more would weigh on every page.
  const parameters = campaign.parameters.map(
    ({ code, value }) => ({ code, value }) as Campaign['parameters'][number],
  );
  // Only a required opt-in can be missing, and the description is the name of a missing one.
  const registerOptins = campaign.registerOptins.map(({ description, ...optIn }) =>
    optIn.required ? { ...optIn, description } : optIn,
  );
  // If the prizes ran out, islands need the stock to find that the campaign is over.
  const soldOut = closesWithItsPrizes({ engines, prizes })
    ? { prizes: prizes.map(({ id, quantity }) => ({ id, quantity })) }
    : {};
  return withoutEmpty({
    campaign: {
      ...without(campaign, omittedFromCampaign),
      ...soldOut,
      engines,
      parameters,
      registerOptins,
    },
    // The page itself draws the products of the shelf; receipts name only the others.
    products: products
      .filter(({ hotsiteEnabled }) => !hotsiteEnabled)
      .map(({ bonusGenerator, id }) => ({ bonusGenerator, id })),
    apiUrl: PUBLIC_API_URL?.replace(/\/$/, '') ?? '',
    firebaseApiKey: PUBLIC_FIREBASE_API_KEY ?? null,
    recaptchaSiteKey: PUBLIC_RECAPTCHA_SITE_KEY ?? null,
    postalUrl: PUBLIC_POSTAL_URL?.replace(/\/$/, '') ?? null,
    hotsite: {
      login: hotsite.login,
      registration: hotsite.registration,
      closedText: hotsite.pages.closedText,
      accelerator: hotsite.pages.accelerator,
    },
  });
}

export function receiptProps(snapshot: CampaignSnapshot): ReceiptSite {
  const rows = snapshot.hotsite.pages.home.retailers.flatMap(({ shops }) =>
    (shops?.cnpjRoots ?? []).map((root) => [root, shops?.at]),
  );
  const site = siteProps(snapshot, { keepsExtraction: true });
  const hotsite = { ...site.hotsite, engineTexts: snapshot.hotsite.engineTexts };
  return { ...withPictures(site, snapshot), hotsite, shops: Object.fromEntries(rows) };
}

export function pointsProps(snapshot: CampaignSnapshot): PointsSite {
  return withPictures(siteProps(snapshot), snapshot);
}

function withPictures(site: SiteProps, { campaign, prizes }: CampaignSnapshot): PointsSite {
  const paths = Array.from(picturesIn([prizes, campaign.engines]), ({ text }) => text);
  return { ...site, pictures: Object.fromEntries(paths.map((path) => [path, assetUrl(path)])) };
}

/** The prizes that the home page shows in panels, with what it says of each. */
export function prizePanels({ hotsite, prizes }: CampaignSnapshot) {
  return hotsite.pages.home.prizes.flatMap(({ campaignPrizeId, kind, text }) =>
    prizes
      .filter(({ id }) => isSameId(id, campaignPrizeId))
      .map((prize) => ({ ...prize, kind, text })),
  );
}

/** The products that pages show, in the campaign's order; receipts name only the others. */
export function shelfOf({ products }: Pick<CampaignSnapshot, 'products'>) {
  return products.filter(({ hotsiteEnabled }) => hotsiteEnabled).sort((a, b) => a.order - b.order);
}

export function retailersOf({ hotsite }: Pick<CampaignSnapshot, 'hotsite'>) {
  return hotsite.pages.home.retailers.map(({ name, logo, url }) => ({
    name,
    logo: assetUrl(logo),
    url,
  }));
}

/** What the search for a shop loads, and whether it offers the nearest; null when no shop has a place. */
export function finderSource({ campaign, hotsite }: CampaignSnapshot) {
  const places = hotsite.pages.home.retailers.flatMap((shop) => shop.places ?? []);
  if (places.length === 0) return null;
  const hasPositions = places.some(({ position }) => position);
  return { places: shopPlacesPath(campaign.id), hasPositions };
}

function engineForIslands(engine: Engine, keepsExtraction: boolean): Engine {
  const details = without(
    engine.details,
    keepsExtraction ? omittedFromDetails : [...omittedFromDetails, 'extractionAt'],
  );
  const cumulative = engine.cumulative || undefined;
  return {
    ...without(engine, ['moderationType', 'engineId', 'regulationUrl']),
    cumulative,
    details,
  };
}

function without<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Omit<Whole, Name> {
  const omitted: readonly PropertyKey[] = names;
  const members = Object.entries(whole).filter(([name]) => !omitted.includes(name));
  return Object.fromEntries(members) as Omit<Whole, Name>;
}

const homeOmits = /^(OCR|PRODUCT|PRIZE|WINNER|GTM|MS_CLARITY|AD_PIXEL)_/;

/** The home page's islands show no receipts, so they get less. */
export function homeProps(snapshot: CampaignSnapshot): SiteProps {
  const site = siteProps(snapshot);
  const engines = site.campaign.engines.map(({ id, type, name, details: { prizes } }) => ({
    id,
    type,
    name,
    details: { prizes, rules: [], checkoutRules: [] },
  }));
  const parameters = site.campaign.parameters.filter(({ code }) => !homeOmits.test(code));
  const hotsite = without(site.hotsite, ['accelerator']);
  const additionalFields = site.campaign.additionalFields.map((field) =>
    without(field, ['type', 'updatable']),
  ) as Campaign['additionalFields'];
  return {
    ...site,
    products: [],
    hotsite,
    campaign: { ...site.campaign, engines, parameters, additionalFields },
  };
}

function withoutEmpty(site: SiteProps): SiteProps {
  const parameters = site.campaign.parameters.filter(({ value }) => value);
  const props = { ...site, campaign: { ...site.campaign, parameters } };
  return JSON.parse(JSON.stringify(props, (_, member) => member ?? undefined));
}
