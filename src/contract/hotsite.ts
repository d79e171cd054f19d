import {
  array,
  boolean,
  enums,
  type Infer,
  number,
  optional,
  record,
  string,
  type,
} from 'superstruct';
import { get } from './endpoint.ts';
import { Id, list, maybe } from './primitives.ts';

/** Hex; every other colour of the site is derived from these seven. */
export const Palette = type({
  primary: string(),
  accent: string(),
  ink: string(),
  surface: string(),
  success: string(),
  warning: string(),
  danger: string(),
});
export type Palette = Infer<typeof Palette>;

const Link = type({ label: string(), url: string() });

const AccountForm = type({
  enabled: boolean(),
  newPageEnabled: boolean(),
  layout: maybe(string()),
});

/** Degrees, as the Geolocation API has them. */
export const Position = type({ latitude: number(), longitude: number() });
export type Position = Infer<typeof Position>;

export const ShopPlace = type({
  city: string(),
  state: string(),
  address: maybe(string()),
  /** Without it the shop is found only by its city, and comes last in a list by distance. */
  position: maybe(Position),
});
export type ShopPlace = Infer<typeof ShopPlace>;

/** In a file of its own, which a page loads for a search: few visitors search. */
export type ShopPlaces = readonly { readonly name: string; readonly places: ShopPlace[] }[];

/** `shops` recognises their receipts by the first eight characters of the CNPJ. */
export const Retailer = type({
  name: string(),
  logo: string(),
  url: string(),
  /** Where its shops are. Without any, a search finds only the retailer's name. */
  places: maybe(array(ShopPlace)),
  /** `at` is how a sentence continues: 'na Bom Vizinho'. */
  shops: maybe(type({ cnpjRoots: array(string()), at: string() })),
});
export type Retailer = Infer<typeof Retailer>;

const TitleLine = type({ text: string(), left: number(), width: number() });

/** `**bold**` marks key figures. */
const HomePage = type({
  eyebrow: string(),
  title: array(TitleLine),
  lead: string(),
  picture: maybe(type({ url: string(), width: number(), height: number() })),
  validity: string(),
  /** Three or four; a step without a picture has one that the site draws. */
  steps: array(type({ title: string(), text: string(), picture: maybe(string()) })),
  /** Without a picture it shows the accelerator product. */
  boost: maybe(
    type({
      figure: string(),
      unit: string(),
      title: string(),
      text: string(),
      picture: maybe(string()),
    }),
  ),
  productSeal: string(),
  prizesTitle: string(),
  prizes: array(type({ campaignPrizeId: Id, kind: string(), text: string() })),
  signUp: type({ title: string(), promises: array(string()), picture: maybe(string()) }),
  retailers: array(Retailer),
});

const Accelerator = type({ question: string(), label: string(), extras: string() });

/** A paragraph that starts with `- ` is an item of a list. */
const documentParts = {
  title: string(),
  sections: array(type({ title: string(), paragraphs: array(string()) })),
};
export const Document = type(documentParts);
export type Document = Infer<typeof Document>;

/** A few short sentences above the text, with two stars around the words that matter most. */
const Summary = maybe(array(string()));

const Regulation = type({
  engineType: string(),
  /** '1' at first. When the text changes, a new version comes with a notice of what changed. */
  version: maybe(string()),
  notice: maybe(string()),
  summary: Summary,
  text: Document,
});

export const Hotsite = type({
  /** While UNDER_CONSTRUCTION the home page only announces. */
  status: string(),
  internalUrl: maybe(string()),
  externalUrl: maybe(string()),
  /** The drawings may share a motif, and the figure in them may have a name. */
  theme: type({
    palette: Palette,
    motif: maybe(enums(['SMILE'])),
    mascot: maybe(type({ name: string() })),
  }),
  header: type({
    brand: string(),
    /** The brand's name as one rounded stroke of 9.5 units; without it the name stands as text. */
    wordmark: maybe(type({ path: string(), width: number(), height: number() })),
    /** For tabs and home screens; defaults to the brand's first letter in its colours. */
    icon: maybe(string()),
    links: list(array(Link)),
  }),
  /** Screens that a device shows when it asks whether to install the site; else one is drawn. */
  installPictures: maybe(array(type({ picture: string(), width: number(), height: number() }))),
  footer: type({
    summary: string(),
    certificates: list(array(type({ engineType: string(), label: string(), number: string() }))),
  }),
  /** Named in the privacy policy, as Lei 13.709/2018 (LGPD), art. 41, § 1º requires. */
  dataOfficer: maybe(type({ name: string(), contact: string() })),
  cookiesPolicy: type({ rejectEnabled: boolean(), days: optional(number()) }),
  login: AccountForm,
  registration: AccountForm,
  pages: type({
    home: HomePage,
    closedText: maybe(string()),
    /** Without it no receipt asks for the accelerator product. */
    accelerator: maybe(Accelerator),
    privacy: maybe(type({ ...documentParts, summary: Summary })),
    regulations: list(array(Regulation)),
  }),
  /** By type of engine; REVIEW says of all how long a check takes, INSTANT_PRIZE_CONFIRMED what follows it. */
  engineTexts: record(string(), string()),
});
export type Hotsite = Infer<typeof Hotsite>;

export const getHotsiteEndpoint = get({
  path: '/api/campaign/:campaignId/hotsite',
  access: 'public',
  answer: Hotsite,
});
