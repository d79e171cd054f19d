import { useState } from 'react';
import { AddressFields } from '../../ui/address-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { createForm } from '../../ui/form.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Form } from '../../ui/form-element.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { deliveryAddressFormConfig, lookUpAddress } from './delivery-address.ts';

export function DeliveryAddressDialog({ onClose }: { onClose: () => void }) {
  const [form] = useState(() => createForm(deliveryAddressFormConfig()));
  return (
    <Dialog title="Endereço de entrega" onClose={onClose}>
      <Form form={form}>
        <ErrorSummary form={form} />
        <AddressFields form={form} lookUp={lookUpAddress} summarised />
        <SubmitButton form={form}>Salvar</SubmitButton>
        <FormAlert form={form} />
      </Form>
    </Dialog>
  );
}
