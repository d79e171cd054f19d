import { useStore } from '@nanostores/react';
import type { FoundAddress } from '../rules/people/address.ts';
import { AddressFields } from './address-fields.tsx';
import type { FormStore } from './form.ts';

interface DeliveryAddressProps {
  form: FormStore;
  lookUp: (postalCode: string) => Promise<FoundAddress>;
}

/** An address for prizes: street and city of the postal code are text, its district is a field. */
export function DeliveryAddress({ form, lookUp }: DeliveryAddressProps) {
  return <AddressFields form={form} lookUp={lookUp} summary={FoundPlace} />;
}

function FoundPlace({ form, hasStreet }: { form: FormStore; hasStreet: boolean }) {
  const values = useStore(form.$values);
  return (
    <div className="found-address">
      {hasStreet && <p>{values['address.street']}</p>}
      <p>
        {values['address.city']} - {values['address.state']}
      </p>
    </div>
  );
}
