import { array, boolean, type Infer, number, optional, record, string, type } from 'superstruct';
import { read } from './endpoint.ts';
import { list, maybe } from './primitives.ts';

/** The seven colours of a theme, as hex; every other colour of the site is derived from them. */
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

/** Whether a door of the site is open, and whether it has a page of its own. */
const Door = type({ enabled: boolean(), newPageEnabled: boolean(), layout: maybe(string()) });

/** A store that sells the products (specification, section 2, where to buy). */
export const Retailer = type({ name: string(), logo: string(), url: string() });
export type Retailer = Infer<typeof Retailer>;

/** Texts and pictures of the home page, block by block. */
const HomePage = type({
  eyebrow: string(),
  title: array(string()),
  lead: string(),
  validity: string(),
  steps: array(type({ title: string(), text: string() })),
  boost: maybe(type({ seal: string(), title: string(), text: string() })),
  productSeal: string(),
  prizes: array(type({ kind: string(), title: string(), text: string() })),
  signUp: type({ title: string(), promises: array(string()) }),
  retailers: array(Retailer),
});

/** How the campaign's site looks and what it says (specification, section 3). */
export const Hotsite = type({
  status: string(),
  internalUrl: maybe(string()),
  externalUrl: maybe(string()),
  theme: type({ palette: Palette }),
  header: type({ brand: string(), links: list(array(Link)) }),
  footer: type({
    summary: string(),
    certificates: list(array(type({ engineType: string(), label: string(), number: string() }))),
  }),
  cookiesPolicy: type({ rejectEnabled: boolean(), days: optional(number()) }),
  login: Door,
  registration: Door,
  pages: type({ home: HomePage, closedText: maybe(string()) }),
  engineTexts: record(string(), string()),
});
export type Hotsite = Infer<typeof Hotsite>;

export const getHotsite = read({
  path: '/api/campaign/:campaignId/hotsite',
  access: 'public',
  answer: Hotsite,
});
