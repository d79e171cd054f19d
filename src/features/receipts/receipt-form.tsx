import type { SiteProps } from '../../environment.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import type { Form as FormStore } from '../../ui/form.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Form } from '../../ui/form-element.tsx';
import { cnpjMask, dateMask, moneyMask } from '../../ui/masks.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { identifierMask } from './identifier-mask.ts';
import type { NewReceipt } from './new-receipt.store.ts';
import { ReceiptErrors, refusalId, useStandingRefusal } from './receipt-errors.tsx';
import { ReceiptFormEnd } from './receipt-form-end.tsx';
import { accelerator, receiptFields } from './receipt-values.ts';
import { useCorrectedReceipt } from './use-corrected-receipt.ts';
import { useReadFields } from './use-read-fields.ts';

interface ReceiptFormProps {
  site: SiteProps;
  form: FormStore;
  filling: Extract<NewReceipt, { step: 'filling' }>;
}

/** REC-10 to REC-17: what the person says of the receipt. */
export function ReceiptForm({ site, form, filling }: ReceiptFormProps) {
  const markOf = useReadFields(form, filling.read);
  useCorrectedReceipt(form);
  const isDuplicate = useStandingRefusal(form)?.isDuplicate;
  return (
    <Form form={form} className="form form-panel" submitOnEnter={false}>
      <ReceiptErrors form={form} />
      <TextField
        form={form}
        name="identifier"
        hint="O número da nota ou a chave de acesso, de 44 números"
        {...markOf('identifier')}
        {...(isDuplicate && { errorId: refusalId })}
        mask={identifierMask}
        autoComplete="off"
      />
      <TextField
        form={form}
        name="purchaseDate"
        hint={filling.server === 'asked' ? 'Lendo a data da compra…' : 'dd/mm/aaaa'}
        {...markOf('purchaseDate')}
        mask={dateMask}
        autoComplete="off"
      />
      <TextField form={form} name="cnpj" {...markOf('cnpj')} mask={cnpjMask} autoComplete="off" />
      <TextField
        form={form}
        name="totalAmount"
        hint="Em reais"
        {...markOf('totalAmount')}
        mask={moneyMask}
        autoComplete="off"
      />
      {site.hotsite.accelerator && (
        <ChoiceField
          form={form}
          name={accelerator}
          label={site.hotsite.accelerator.question}
          options={[
            { value: 'yes', label: 'Sim' },
            { value: 'no', label: 'Não' },
          ]}
        />
      )}
      {receiptFields(site.campaign).map(({ key, options, required }) =>
        options.length > 0 ? (
          <SelectField
            key={key}
            form={form}
            name={key}
            optional={!required}
            options={options.map((value) => ({ value, label: value }))}
          />
        ) : (
          <TextField key={key} form={form} name={key} optional={!required} />
        ),
      )}
      <ReceiptFormEnd form={form} file={filling.file} />
      <FormAlert form={form} />
    </Form>
  );
}
