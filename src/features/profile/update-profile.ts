import { call } from '../../client/call.ts';
import { draftOf } from '../../client/drafts.ts';
import { errorMessages } from '../../client/error-messages.ts';
import type { AdditionalField, Campaign } from '../../contract/campaign.ts';
import {
  type AdditionalFieldValue,
  type Consumer,
  updateConsumer,
} from '../../contract/consumer.ts';
import type { Result } from '../../contract/errors.ts';
import { additionalFieldChecks } from '../../rules/additional-field-checks.ts';
import { additionalFieldsFor } from '../../rules/additional-fields.ts';
import { violationMessage } from '../../rules/messages.ts';
import { checkPhone, formatPhone, normalisePhone } from '../../rules/phone.ts';
import { fieldViolations } from '../../rules/violation.ts';
import { sendSignedIn } from '../session/session.store.ts';
import { $profile } from './profile.store.ts';

const draft = draftOf('alterar');

/** Whether something was typed and neither saved nor given up: the session ended, or the page was reloaded. */
export function isUpdateBegun(): boolean {
  return !['{}', null].includes(draft.get());
}

type Values = Readonly<Record<string, string>>;

/** PROF-07: the fields that a person may change later, in their order. */
export function updatableFields(campaign: Campaign): AdditionalField[] {
  return additionalFieldsFor('REGISTER', campaign.additionalFields)
    .filter(({ updatable }) => updatable)
    .toSorted((one, other) => one.order - other.order);
}

/** Changes the phone and the updatable fields of whoever is signed in (PROF-07 to PROF-10). */
export function updateProfileFormConfig(campaign: Campaign, consumer: Consumer) {
  const fields = updatableFields(campaign);
  const labels = {
    phone: 'Telefone',
    ...Object.fromEntries(fields.map(({ key, label }) => [key, label])),
  };
  return {
    id: 'alterar',
    labels,
    initial: {
      phone: formatPhone(consumer.phone),
      ...Object.fromEntries(fields.map((field) => [field.key, answerTo(field, consumer)])),
    },
    draft,
    validate: (values: Values) => profileErrors(values, fields),
    async submit(values: Values): Promise<Result<Consumer>> {
      const outcome = await sendSignedIn(() =>
        call(updateConsumer, {
          body: {
            phone: normalisePhone(values['phone'] ?? ''),
            additionalFields: changedAnswers(values, fields, consumer),
          },
        }),
      );
      if (outcome.ok) $profile.set({ state: 'known', consumer: outcome.value });
      return outcome;
    },
    explain: (problem: unknown) => errorMessages(problem, labels),
  };
}

function profileErrors(values: Values, fields: readonly AdditionalField[]): Record<string, string> {
  const violations = fieldViolations([
    ['phone', checkPhone(values['phone'] ?? '')],
    ...additionalFieldChecks(fields, values),
  ]);
  return Object.fromEntries(
    violations.map(({ field, violation }) => [field, violationMessage(violation)]),
  );
}

/** PROF-09: an answer that stays as it is is not sent. */
function changedAnswers(
  values: Values,
  fields: readonly AdditionalField[],
  consumer: Consumer,
): AdditionalFieldValue[] {
  return fields.flatMap((field) => {
    const typed = (values[field.key] ?? '').trim();
    const value = field.key === 'MGM_PHONE' ? normalisePhone(typed) : typed;
    if (value === answerTo(field, consumer)) return [];
    return [{ campaignAdditionalFieldId: field.id, value }];
  });
}

function answerTo({ id }: AdditionalField, { additionalFields }: Consumer): string {
  const answer = additionalFields.find(
    ({ campaignAdditionalFieldId }) => String(campaignAdditionalFieldId) === String(id),
  );
  return answer?.value ?? '';
}
