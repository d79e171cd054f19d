import type { requestNewPasswordEndpoint } from '../../contract/consumer.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { isSameId } from '../../contract/primitives.ts';
import { checkEmail, normaliseEmail } from '../../rules/people/person-fields.ts';
import { fieldViolations } from '../../rules/violation.ts';
import type { Gateway } from '../gateway.ts';
import { checkBot, limitAddress } from '../http/rate-limit.ts';
import { type Refusal, refuseFields } from '../refusal.ts';

const passwordResetLimit = { address: { calls: 300, seconds: 3600, queueWhenExceeded: true } };

/** Every way to an email with a link, the SDK’s too, counts towards this. */
export function limitPasswordResets(gateway: Gateway, address: string): Promise<Refusal | null> {
  return limitAddress(gateway, 'password reset', address, passwordResetLimit);
}

/** Answers the same, and as fast, for known and unknown addresses. */
export async function requestNewPassword(
  gateway: Gateway,
  { campaignId, email, recaptchaToken }: BodyOf<typeof requestNewPasswordEndpoint>,
  address: string,
): Promise<Record<string, never> | Refusal> {
  const isThisCampaign = isSameId(campaignId, gateway.campaignId);
  const violations = fieldViolations([
    ['campaignId', isThisCampaign ? null : 'OPTION'],
    ['email', checkEmail(email)],
  ]);
  if (violations.length > 0) return refuseFields(violations);
  const sent = { token: recaptchaToken, action: 'reset_password', address } as const;
  const refusal = (await checkBot(gateway, sent)) ?? (await limitPasswordResets(gateway, address));
  if (refusal) return refusal;
  gateway.runInBackground('password email', () =>
    gateway.identity.sendPasswordReset(normaliseEmail(email)),
  );
  return {};
}
