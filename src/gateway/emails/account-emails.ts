import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { AccountEmails } from '../services/identity/identity.ts';
import type { Mail } from '../services/mail.ts';
import { passwordReset } from './account-texts.ts';
import { writeEmail } from './compose.ts';
import { queueEmail } from './queue.ts';

interface Surroundings {
  mail: Mail;
  siteUrl: string;
  now: () => Date;
  snapshot: () => CampaignSnapshot;
}

export function openAccountEmails({ mail, siteUrl, now, snapshot }: Surroundings): AccountEmails {
  return {
    // Not queued: people wait for it, and its code is not written to the database.
    async sendResetLink(to, path) {
      const at = now();
      const facts = { snapshot: snapshot(), siteUrl, name: null, at, now: at };
      await mail.send({ ...(await writeEmail(passwordReset(path), facts)), to });
    },
    queuePasswordChanged: (queries, { email }) =>
      queueEmail(queries, {
        campaignId: Number(snapshot().campaign.id),
        consumerId: null,
        to: email,
        event: { kind: 'PASSWORD_CHANGED' },
        now: now(),
      }),
  };
}
