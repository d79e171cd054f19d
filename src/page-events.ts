/** Events of the page's own window: how parts of a page that do not know each other speak. */

/** A feature leads to a path; a listener that prevents it shows the path in place. */
export const navigateEvent = 'promo:navigate';

/** A frame takes the user to a page of the campaign's site. */
export const leaveFrameEvent = 'promo:handoff';

/** The gateway's clock is known, or known better than before. */
export const clockEvent = 'promo:clock';

/** A failure that a feature has shown to the user; a developer can listen to it. */
export const failureEvent = 'promo:failure';

/** A form of the site was sent, and what came of it. Pages that embed widgets hear them, too. */
export const formEvent = {
  submit: 'promo:submit',
  success: 'promo:success',
  error: 'promo:error',
} as const;

/** Which form an event is about; what was typed is in no event. */
interface FormEventDetail {
  form: string;
}

declare global {
  interface WindowEventMap {
    'promo:submit': CustomEvent<FormEventDetail>;
    'promo:success': CustomEvent<FormEventDetail>;
    'promo:error': CustomEvent<FormEventDetail>;
    'promo:navigate': CustomEvent<{ path: string }>;
    'promo:handoff': CustomEvent<{ url: string }>;
    'promo:clock': Event;
    'promo:failure': CustomEvent<unknown>;
  }

  /** Names under which trackers find one another in the page; absent until they were accepted. */
  interface Window {
    dataLayer?: Record<string, unknown>[];
    clarity?: { (...words: string[]): void; q: string[][] };
    TiktokAnalyticsObject?: string;
    ttq?: AdPixel;
  }

  /** The video/ad pixel's own interface. */
  interface AdPixel {
    page(): void;
    /** Hashes, as hex. */
    identify(person: { email: string; phone_number: string }): void;
    track(event: string, details: Record<string, never>, about: { event_id: string }): void;
  }
}
