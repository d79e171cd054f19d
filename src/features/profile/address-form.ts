import { call } from '../../client/call.ts';
import { reportedMessages } from '../../client/result.ts';
import { type Consumer, updateConsumerEndpoint } from '../../contract/consumer.ts';
import { violationMessages } from '../../rules/messages/field-messages.ts';
import { fieldLabel } from '../../rules/messages/labels.ts';
import {
  type AddressPart,
  addressParts,
  addressViolations,
  typedAddress,
} from '../../rules/people/address.ts';
import type { FormConfig, Values } from '../../ui/form.ts';
import { whileSending } from '../session/session.store.ts';

interface AddressForm extends Pick<FormConfig, 'initial' | 'draft'> {
  onSaved(consumer: Consumer): void;
}

/** The profile's address, for the profile itself and for a redemption that waits for it. */
export function addressFormConfig({ onSaved, ...form }: AddressForm): FormConfig {
  const labels = addressValues(fieldLabel);
  return {
    ...form,
    id: 'entrega',
    labels,
    validate: (values) => violationMessages(addressViolations(typedAddress(values), null)),
    async submit(values) {
      const result = await whileSending(() =>
        call(updateConsumerEndpoint, { body: { address: typedAddress(values) } }),
      );
      if (result.ok) onSaved(result.value);
      return result;
    },
    explain: (problem) => reportedMessages(problem, labels),
  };
}

export function addressValues(text: (name: AddressPart) => string): Values {
  return Object.fromEntries(addressParts.map((name) => [`address.${name}`, text(name)]));
}
