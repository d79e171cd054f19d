import type { TrackedPerson } from '../environment.ts';
import { normaliseEmail, normalisePhone } from '../rules/people/person-fields.ts';

/** A lead is also sent to the pixel, with hashes of email and phone. */
export async function track(event: string, person?: TrackedPerson): Promise<void> {
  const event_id = crypto.randomUUID();
  const hashes = person && (await hashesOf(person));
  window.dataLayer?.push({ event, event_id, ...hashes });
  if (!hashes || event !== 'lead') return;
  const { sha256_email, sha256_phone_number } = hashes;
  window.ttq?.identify({ email: sha256_email, phone_number: sha256_phone_number });
  window.ttq?.track('CompleteRegistration', {}, { event_id });
}

async function hashesOf({ email, phone }: TrackedPerson) {
  const [sha256_email, sha256_phone_number] = await Promise.all([
    sha256(normaliseEmail(email)),
    sha256(`55${normalisePhone(phone)}`),
  ]);
  return { sha256_email, sha256_phone_number };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
