import { is } from 'superstruct';
import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/result.ts';
import { draftOf } from '../../client/storage.ts';
import type { CashbackWallet } from '../../contract/cashback.ts';
import {
  type Consumer,
  InstantPaymentKeyType,
  setInstantPaymentKey,
} from '../../contract/consumer.ts';
import { formatCpf } from '../../rules/documents.ts';
import { fieldLabel } from '../../rules/labels.ts';
import { checkRandomPaymentKey, profilePaymentKey } from '../../rules/payment-key.ts';
import { formatPhone } from '../../rules/phone.ts';
import { checkRequired } from '../../rules/violation.ts';
import { violationMessage } from '../../rules/violation-messages.ts';
import { needsPassword, withRecentSignIn } from '../password/password-question.store.ts';
import { withdraw } from './withdrawal.store.ts';

type Values = Readonly<Record<string, string>>;

/**
 * `instantPaymentKeyValue` holds a random key, also while another type is selected; the profile
 * holds the others.
 */
export function paymentKeyFormConfig(consumer: Consumer, wallet: CashbackWallet) {
  const labels = {
    instantPaymentKeyType: fieldLabel('instantPaymentKeyType'),
    instantPaymentKeyValue: fieldLabel('instantPaymentKeyValue'),
  };
  return {
    id: 'chave-pix',
    labels,
    initial: savedKey(consumer),
    draft: draftOf('chave-pix'),
    validate: (values: Values) => keyErrors(values, consumer),
    async submit(values: Values) {
      const type = InstantPaymentKeyType.create(values['instantPaymentKeyType']);
      const saved = await withRecentSignIn(() =>
        call(setInstantPaymentKey, {
          body: {
            instantPaymentKeyType: type,
            instantPaymentKeyValue: keyValue(type, values, consumer),
          },
        }),
      );
      return saved.ok ? withdraw(wallet) : saved;
    },
    explain: (problem: unknown) => (needsPassword(problem) ? [] : errorMessages(problem, labels)),
  };
}

export function keyTypeOf({ instantPaymentKeyType }: Values): InstantPaymentKeyType | null {
  return is(instantPaymentKeyType, InstantPaymentKeyType) ? instantPaymentKeyType : null;
}

export function profileKeyText(
  type: Exclude<InstantPaymentKeyType, 'RANDOM'>,
  consumer: Consumer,
): string {
  const key = profilePaymentKey(type, consumer) ?? '';
  if (type === 'CPF') return formatCpf(key);
  return type === 'PHONE' ? formatPhone(key) : key;
}

/** The key used last time, except where the profile holds it: that may have changed. */
function savedKey({ bankInfo }: Consumer): Values {
  const type = bankInfo?.instantPaymentKeyType;
  const value = type === 'RANDOM' ? bankInfo?.instantPaymentKeyValue : null;
  return { instantPaymentKeyType: type ?? '', instantPaymentKeyValue: value ?? '' };
}

function keyValue(type: InstantPaymentKeyType, values: Values, consumer: Consumer): string {
  return profilePaymentKey(type, consumer) ?? values['instantPaymentKeyValue']?.trim() ?? '';
}

function keyErrors(values: Values, consumer: Consumer): Record<string, string> {
  const type = keyTypeOf(values);
  if (type === null) return { instantPaymentKeyType: violationMessage('REQUIRED') };
  const value = keyValue(type, values, consumer);
  const violation = type === 'RANDOM' ? checkRandomPaymentKey(value) : checkRequired(value);
  return violation ? { instantPaymentKeyValue: violationMessage(violation) } : {};
}
