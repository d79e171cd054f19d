import { createRoot } from 'react-dom/client';
import type { Retailer } from '../../src/contract/hotsite.ts';
import type { FinderSource } from '../../src/features/where-to-buy/finder-bar.tsx';
import { ShopCarousel } from '../../src/features/where-to-buy/shop-carousel.island.tsx';
import { whereToBuy } from '../attributes.ts';
import { type AttributeValues, campaignOrigin, scriptFolder } from '../host/attribute-reader.ts';
import { announce, failWidget, type Handle, nextTask, type Widget } from '../host/define-widget.ts';
import { createElement } from '../host/frame-element.ts';
import { reportProblem } from '../host/report-problem.ts';
import { shopsMissingText, siteText } from '../texts.ts';
import css from './where-to-buy.css?inline';

type FinderModule = Awaited<ReturnType<FinderSource['load']>>;

interface Shops extends Pick<CampaignShops, 'theme' | 'retailers'> {
  readonly finder: FinderSource | null;
}

/** In a shadow root; until it is drawn the element shows its own children. */
export const shopsWidget: Widget<typeof whereToBuy.attributes> = {
  name: whereToBuy.name,
  attributes: whereToBuy.attributes,
  mount(host, options) {
    let drawing: Handle | undefined;
    let isUnmounted = false;
    nextTask()
      .then(() => findShops(host, options))
      .then((shops) => {
        if (isUnmounted) return;
        if (shops.retailers.length === 0) {
          announce(host, 'error', { code: 'SHOPS_NOT_FOUND' });
          return showSiteLink(host, options.origin);
        }
        drawing = draw(host, shops, options.heading ?? whereToBuy.title);
        announce(host, 'ready', {});
      })
      .catch((error: unknown) => {
        if (isUnmounted) return;
        failWidget(host, 'WIDGET_FAILED', String(error));
        showSiteLink(host, options.origin);
      })
      .catch(() => {});
    return {
      unmount() {
        isUnmounted = true;
        drawing?.unmount();
      },
    };
  },
};

async function findShops(
  host: HTMLElement,
  options: AttributeValues<typeof whereToBuy.attributes>,
): Promise<Shops> {
  const { origin, campaign } = options;
  const site = campaignOrigin(origin);
  const shops = site && campaign ? await campaignShops(site, campaign).catch(() => null) : null;
  if (!site || !shops) {
    reportProblem(host, campaign ? 'SHOPS_NOT_FOUND' : 'CAMPAIGN_MISSING');
    return { theme: '', retailers: listedShops(host), finder: null };
  }
  let query = '';
  return {
    theme: shops.theme,
    retailers: shops.retailers.map((shop) => ({
      ...shop,
      logo: new URL(shop.logo, site).href,
      url: attributed(shop.url, site, options),
    })),
    finder: shops.finder
      ? {
          async load() {
            const report = () => reportProblem(host, 'SHOPS_NOT_FOUND');
            const loading: Promise<FinderModule> = import(
              /* webpackIgnore: true */ /* @vite-ignore */ `${scriptFolder(site)}shop-finder.js${query}`
            );
            // A browser may remember that an address failed, so the next try has another one.
            query += '?again';
            loading.catch(report);
            const finder = await loading;
            return {
              openFinder: (all, address, show) =>
                finder.openFinder(all, address, (found) => {
                  if (found.canRetry) report();
                  show(found);
                }),
            };
          },
          hasPositions: shops.finder.hasPositions,
          places: site + shops.finder.places,
        }
      : null,
  };
}

function draw(host: HTMLElement, { theme, retailers, finder }: Shops, heading: string): Handle {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [sheetOf(css + theme)];
  const wrapper = createElement('div');
  wrapper.className = 'widget';
  wrapper.lang = 'pt-BR';
  wrapper.dir = 'ltr';
  shadow.replaceChildren(wrapper);
  const root = createRoot(wrapper);
  const showChildren = () => {
    shadow.replaceChildren(createElement('slot'));
    shadow.adoptedStyleSheets = [];
  };
  try {
    root.render(<ShopCarousel retailers={retailers} heading={heading} finder={finder} />);
  } catch (error) {
    // A page may have replaced what rendering needs, such as with a form named createTextNode.
    showChildren();
    throw error;
  }
  return {
    unmount() {
      root.unmount();
      showChildren();
    },
  };
}

function showSiteLink(host: HTMLElement, origin: string | null): void {
  const site = campaignOrigin(origin);
  if (!site || host.textContent.trim() || host.querySelector('img')) return;
  const [note, link] = [createElement('p'), createElement('a')];
  link.href = site;
  link.target = '_blank';
  link.textContent = siteText;
  note.append(shopsMissingText, link);
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  shadow.replaceChildren(note);
}

function sheetOf(rules: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}

export interface CampaignShops {
  readonly campaign: number;
  readonly theme: string;
  readonly retailers: readonly Retailer[];
  /** Null or missing if the campaign gives no shop's place. */
  readonly finder?: Omit<FinderSource, 'load'> | null;
}

/** JSON: the campaign's shops in the evergreen script; null in a version, which never changes. */
declare const CAMPAIGN_DATA: string;

const builtIn: unknown = JSON.parse(CAMPAIGN_DATA);

async function campaignShops(origin: string, campaign: number): Promise<CampaignShops> {
  const isOfSite = (campaignOrigin() ?? origin) === origin;
  if (isOfSite && isShops(builtIn) && builtIn.campaign === campaign) return builtIn;
  const response = await fetch(`${origin}/widgets/campaign-${campaign}/where-to-buy.json`, {
    credentials: 'omit',
  });
  const answer: unknown = await response.json();
  if (!isShops(answer)) throw new Error('No shops');
  return answer;
}

function isShops(value: unknown): value is CampaignShops {
  return 'retailers' in Object(value);
}

/** Adds where visitors come from: by the element, else by the page's address, which names no partner. */
export function attributed(
  shop: string,
  site: string,
  options: Readonly<
    Record<'partner' | 'utm-source' | 'utm-medium' | 'utm-campaign', string | null>
  >,
): string {
  const address = new URL(shop, site);
  if (!/^https?:$/.test(address.protocol)) return shop;
  const page = new URLSearchParams(location.search);
  page.delete('partner');
  for (const name of ['partner', 'utm-source', 'utm-medium', 'utm-campaign'] as const) {
    const parameter = name.replace('-', '_');
    const value = options[name] ?? page.get(parameter);
    if (!value || address.searchParams.has(parameter)) continue;
    // Not with searchParams, which would rewrite the rest of the address.
    address.search += `${address.search && '&'}${new URLSearchParams({ [parameter]: value })}`;
  }
  return address.href;
}

function listedShops(host: Element): Retailer[] {
  return [...host.querySelectorAll<HTMLAnchorElement>('li > a[href]')]
    .filter(({ protocol }) => /^https?:$/.test(protocol))
    .map((link) => {
      const { src = '', alt = '' } = link.querySelector('img') ?? {};
      return { name: link.textContent.trim() || alt, logo: src, url: link.href };
    });
}
