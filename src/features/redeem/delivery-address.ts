import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/result.ts';
import { draftOf } from '../../client/storage.ts';
import { updateConsumer } from '../../contract/consumer.ts';
import { addressViolations, typedAddress } from '../../rules/address.ts';
import { violationMessage } from '../../rules/field-messages.ts';
import { fieldLabel } from '../../rules/labels.ts';
import { sendSignedIn } from '../session/session.store.ts';
import { addressSaved } from './redeem.store.ts';

export { lookUpAddress } from '../../client/address-lookup.ts';

type Values = Readonly<Record<string, string>>;

const fields = ['postcode', 'street', 'number', 'complement', 'district', 'city', 'state'];

const addressLabels = Object.fromEntries(
  fields.map((name) => [`address.${name}`, fieldLabel(name)] as const),
);

export function deliveryAddressFormConfig() {
  return {
    id: 'entrega',
    labels: addressLabels,
    draft: draftOf('entrega'),
    validate: (values: Values) =>
      Object.fromEntries(
        addressViolations(typedAddress(values), null).map(({ field, violation }) => [
          field,
          violationMessage(violation),
        ]),
      ),
    async submit(values: Values) {
      const result = await sendSignedIn(() =>
        call(updateConsumer, { body: { address: typedAddress(values) } }),
      );
      if (result.ok) void addressSaved();
      return result;
    },
    explain: (problem: unknown) => errorMessages(problem, addressLabels),
  };
}
