import { call } from '../../client/call.ts';
import { draftOf } from '../../client/drafts.ts';
import { errorMessages } from '../../client/error-messages.ts';
import { updateConsumer } from '../../contract/consumer.ts';
import { addressViolations, typedAddress } from '../../rules/address.ts';
import { fieldLabel } from '../../rules/field-labels.ts';
import { violationMessage } from '../../rules/messages.ts';
import { sendSignedIn } from '../session/session.store.ts';
import { addressSaved } from './redeem.store.ts';

export { lookUpAddress } from '../../client/address-lookup.ts';

type Values = Readonly<Record<string, string>>;

const fields = ['postcode', 'street', 'number', 'complement', 'district', 'city', 'state'];

const addressLabels = Object.fromEntries(
  fields.map((name) => [`address.${name}`, fieldLabel(name)] as const),
);

/** 'Endereço de entrega' as data (REDEEM-17 to REDEEM-20, REDEEM-27); `ui/form.ts` runs it. */
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
      const outcome = await sendSignedIn(() =>
        call(updateConsumer, { body: { address: typedAddress(values) } }),
      );
      if (outcome.ok) void addressSaved();
      return outcome;
    },
    explain: (problem: unknown) => errorMessages(problem, addressLabels),
  };
}
