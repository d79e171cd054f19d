import type { Campaign } from '../contract/campaign.ts';
import { parameter } from '../rules/parameters.ts';
import { normaliseEmail } from '../rules/person.ts';
import { normalisePhone } from '../rules/phone.ts';

/** Whose hashes an event carries; in the clear they never leave the page. */
export interface TrackedPerson {
  email: string;
  phone: string;
}

interface Trackers {
  dataLayer?: Record<string, unknown>[];
  clarity?: { (...command: string[]): void; q?: string[][] };
  /** The video/ad pixel, where the tag manager has put it. */
  ttq?: {
    identify(person: Record<string, string>): void;
    track(event: string, details: Record<string, string>): void;
  };
}

/** Loads the campaign's trackers at the first event, and tells them this one (TRACK-01 to TRACK-04). */
export async function track(
  campaign: Campaign,
  event: string,
  person?: TrackedPerson,
): Promise<void> {
  const trackers = window as Window & Trackers;
  start(trackers, parameter(campaign, 'GTM_CODE'), parameter(campaign, 'MS_CLARITY_ID'));
  const eventId = crypto.randomUUID();
  const hashes = person && (await hashesOf(person));
  trackers.dataLayer?.push({ event, event_id: eventId, ...hashes });
  if (!hashes || event !== 'lead') return;
  trackers.ttq?.identify(hashes);
  trackers.ttq?.track('CompleteRegistration', { event_id: eventId });
}

function start(trackers: Trackers, container: string | null, clarity: string | null): void {
  if (container && !trackers.dataLayer) {
    trackers.dataLayer = [{ 'gtm.start': Date.now(), event: 'gtm.js' }];
    load(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(container)}`);
  }
  if (clarity && !trackers.clarity) {
    const queue: string[][] = [];
    trackers.clarity = Object.assign((...command: string[]) => void queue.push(command), {
      q: queue,
    });
    load(`https://www.clarity.ms/tag/${encodeURIComponent(clarity)}`);
  }
}

function load(address: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = address;
  document.head.append(script);
}

/** The e-mail trimmed and in lower case, the phone as 55 and its eleven digits. */
async function hashesOf({ email, phone }: TrackedPerson): Promise<Record<string, string>> {
  const [sha256_email, sha256_phone_number] = await Promise.all([
    sha256(normaliseEmail(email)),
    sha256(`55${normalisePhone(phone)}`),
  ]);
  return { sha256_email, sha256_phone_number };
}

/** SHA-256 of a text as hex. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
