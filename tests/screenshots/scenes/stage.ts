import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import type { SignUpBody } from '../../../src/contract/consumer.ts';
import { signInAsNew } from '../../e2e/fixtures.ts';
import type { SiteName } from '../../e2e/sites.ts';
import type { HostSite } from '../../e2e/widgets/host-pages.ts';
import type { Scene as FilmScene } from '../../support/camera-video.ts';
import type { ServedSite } from '../../support/site-process.ts';

/** Where a scene is shown: a window on a site, to which the scene may add people and receipts. */
export interface Stage {
  page: Page;
  site: StageSite;
  /** A site that may hold the widgets of this one. */
  host: HostSite;
  /** Takes the picture of this part alone. */
  showAlone(part: Locator): void;
}

export interface StageSite extends ServedSite {
  /** A participant of a promotion that has ended, which takes no sign-up. */
  readonly participant?: SignUpBody;
}

/** Leads the window to what its picture is to show. */
export type Show = (stage: Stage) => Promise<unknown>;

export interface Scene {
  site: SiteName;
  show: Show;
  /** How its window differs from that of other scenes. */
  window?: BrowserContextOptions;
  /** What a camera of the device films; it has none without. */
  film?: readonly FilmScene[];
  /** Shows what the window does, not the whole page. */
  fold?: boolean;
  /** Pixels; on wider screens there is nothing of the kind. */
  widest?: number;
}

export type Scenes = Readonly<Record<string, Scene>>;

/** Scenes of one site, by name. */
export function on(
  site: SiteName,
  shows: Readonly<Record<string, Show>>,
  how: Omit<Scene, 'site' | 'show'> = {},
): Scenes {
  return Object.fromEntries(
    Object.entries(shows).map(([name, show]) => [name, { site, show, ...how }]),
  );
}

/** A page as a visitor finds it. */
export function visit(path: string): Show {
  return ({ page }) => page.goto(path);
}

/** A page as a user finds it who has just signed up. */
export function visitSignedIn(path: string): Show {
  return async ({ page, site }) => {
    await signInAsNew(page, site);
    await page.goto(path);
  };
}

/** A part of a page, alone. */
export function part(path: string, selector: string, act?: Show): Show {
  return async (stage) => {
    await stage.page.goto(path);
    stage.showAlone(stage.page.locator(selector));
    await act?.(stage);
  };
}

/** Answers to these calls never come. */
export function holdUp(page: Page, calls: string | RegExp): Promise<unknown> {
  return page.route(calls, () => {});
}

/** These calls lose their connection. */
export function breakOff(page: Page, calls: string | RegExp): Promise<unknown> {
  return page.route(calls, (route) => route.abort());
}

/** The gateway answers these calls with another JSON. */
export function answerWith(page: Page, calls: string | RegExp, json: unknown): Promise<unknown> {
  return page.route(calls, (route) => route.fulfill({ json }));
}
