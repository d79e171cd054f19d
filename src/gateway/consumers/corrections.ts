import { duplicateMessages } from '../../rules/messages/messages.ts';
import {
  checkBirthDate,
  checkCompanyName,
  checkEmail,
  checkName,
  maskEmail,
  normaliseEmail,
} from '../../rules/people/person-fields.ts';
import { checkLength } from '../../rules/violation.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { requestRebuild } from '../db/queries/campaigns.ts';
import { lockConsumerUnlessErased } from '../db/queries/consumers.ts';
import { endAccess, setAccountEmail } from '../db/queries/identity.ts';
import { findWins } from '../draws/draw-queries.ts';
import { readdressEmails } from '../emails/queries.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { notAllowedNow, type Refusal, refuse, refuseFields } from '../refusal.ts';
import { readdressIncidents } from '../support/queries.ts';
import { findPendingPaidTo } from '../wallets/queries.ts';
import { changeBirthDate, eraseMentions, renameConsumer, setConsumerEmail } from './queries.ts';

interface CorrectedEmail {
  from: string;
  to: string;
  /** Withdrawals that wait to be paid to the old address, as the Pix key of their request. */
  paidToOld: readonly number[];
}

/**
 * For a person who can no longer open the mailbox, or typed it wrong. All sessions end, and a Pix
 * key that was the old address goes. Both addresses hear of it, since a thief may have asked.
 */
export async function correctEmail(
  queries: Transaction,
  {
    consumerId,
    email: typed,
    isChangedAtPlatform = false,
    now,
  }: { consumerId: number; email: string; isChangedAtPlatform?: boolean; now: Date },
): Promise<CorrectedEmail | Refusal> {
  const violation = checkEmail(typed);
  if (violation) return refuseFields([{ field: 'email', violation }]);
  const consumer = await lockConsumerUnlessErased(queries, consumerId);
  if (!consumer) return refuse('NOT_FOUND');
  const { campaignId, identityId: id, email: from } = consumer;
  const to = normaliseEmail(typed);
  if (to === from) return notAllowedNow('Este já é o e-mail da conta.');
  const userChange = await setAccountEmail(queries, { id, email: to });
  if (userChange === 'TAKEN') return emailTaken();
  if ((await setConsumerEmail(queries, { id: consumerId, email: to })) === 'TAKEN')
    return emailTaken();
  // The emails below say what then holds, and a thief's session must not outlive them.
  if (userChange === 'AT_PLATFORM' && !isChangedAtPlatform) {
    return notAllowedNow(firstAtPlatform);
  }
  await endAccess(queries, id, now);
  await readdressIncidents(queries, { consumerId, from, to });
  await readdressEmails(queries, { consumerId, from, to });
  const event = { kind: 'EMAIL_CHANGED', maskedEmail: maskEmail(to) } as const;
  const email = { campaignId, consumerId, now };
  await queueEmail(queries, { ...email, to: from, event: { ...event, to: 'OLD' } });
  await queueEmail(queries, { ...email, to, event: { ...event, to: 'NEW' } });
  // An erasure, which knows the new address alone, would leave the old one in others' answers.
  await eraseMentions(queries, { ...consumer, phone: null });
  const paidToOld = await findPendingPaidTo(queries, { consumerId, key: from });
  return { from, to, paidToOld };
}

const firstAtPlatform =
  'Mude antes o e-mail e encerre as sessões no console do Identity Platform; depois repita com --at-platform.';

/** The page of winners is built again, if it names this person. */
export async function correctName(
  queries: Queries,
  { consumerId, name: typed }: { consumerId: number; name: string },
): Promise<{ from: string; to: string } | Refusal> {
  const consumer = await lockConsumerUnlessErased(queries, consumerId);
  if (!consumer) return refuse('NOT_FOUND');
  const name = typed.trim();
  const check = consumer.type === 'PERSON' ? checkName : checkCompanyName;
  const violation = checkLength(name) ?? check(name);
  if (violation) return refuseFields([{ field: 'name', violation }]);
  await renameConsumer(queries, { id: consumerId, name });
  const hasWon = (await findWins(queries, consumerId)).length > 0;
  if (hasWon) await requestRebuild(queries, consumer.campaignId);
  return { from: consumer.name, to: name };
}

/** Checks the age by the rule of the day on which the person registered. */
export async function correctBirthDate(
  queries: Queries,
  { consumerId, birthDate }: { consumerId: number; birthDate: string },
): Promise<{ from: string | null; to: string } | Refusal> {
  const consumer = await lockConsumerUnlessErased(queries, consumerId);
  if (!consumer) return refuse('NOT_FOUND');
  if (consumer.type !== 'PERSON') return notAllowedNow('Uma empresa não tem data de nascimento.');
  const violation = checkBirthDate(birthDate, consumer.createdAt);
  if (violation) return refuseFields([{ field: 'birthDate', violation }]);
  await changeBirthDate(queries, { id: consumerId, birthDate });
  return { from: consumer.birthDate, to: birthDate };
}

function emailTaken(): Refusal {
  const fields = [{ field: 'email', message: duplicateMessages.email }];
  return refuse('DUPLICATE', { fields });
}
