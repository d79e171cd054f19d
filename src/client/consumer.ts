import * as contract from '../contract/consumer.ts';
import type { BodyOf } from '../contract/endpoint.ts';
import { environment } from '../environment.ts';
import { call } from './call.ts';

export const createConsumer = (body: contract.SignUp, idempotencyKey: string) =>
  call(contract.createConsumer, { body, idempotencyKey, botAction: 'signup' });

/** The profile of whoever is signed in. */
export const fetchMe = (options: { signal?: AbortSignal } = {}) => call(contract.getMe, options);

/** The gateway makes the identity service send its mail; an unknown address is answered alike. */
export const requestPasswordReset = (email: string, recaptchaToken: string) =>
  call(contract.resetPassword, {
    body: { campaignId: environment().site.campaign.id, email, recaptchaToken },
    botAction: 'reset_password',
  });

export const updateConsumer = (body: BodyOf<typeof contract.updateConsumer>) =>
  call(contract.updateConsumer, { body });

export const setInstantPaymentKey = (body: BodyOf<typeof contract.setInstantPaymentKey>) =>
  call(contract.setInstantPaymentKey, { body });
