/** What a form of the site says to its page: which form, never what was typed. */
interface FormEventDetail {
  form: string;
}

interface WindowEventMap {
  'promo:submit': CustomEvent<FormEventDetail>;
  'promo:success': CustomEvent<FormEventDetail>;
  'promo:error': CustomEvent<FormEventDetail>;
  /** Where a feature leads; whoever prevents it shows the path in place. */
  'promo:navigate': CustomEvent<{ path: string }>;
  /** A frame takes the person to this page of the campaign's site. */
  'promo:handoff': CustomEvent<{ url: string }>;
}

/** The video/ad pixel's own interface. */
interface AdPixel {
  page(): void;
  /** Hashes, as hex. */
  identify(person: { email: string; phone_number: string }): void;
  track(event: string, details: Record<string, never>, about: { event_id: string }): void;
}

/** Names under which trackers find one another in the page; absent until they were accepted. */
interface Window {
  dataLayer?: Record<string, unknown>[];
  clarity?: { (...words: string[]): void; q: string[][] };
  TiktokAnalyticsObject?: string;
  ttq?: AdPixel;
}
