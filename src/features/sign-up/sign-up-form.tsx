import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { type ReactNode, useState } from 'react';
import { lookUpAddress } from '../../client/lazy-address-lookup.ts';
import type { Campaign } from '../../contract/campaign.ts';
import type { Poll } from '../../contract/polls.ts';
import { environment, type SiteProps } from '../../environment.ts';
import { contactDialog, newReceiptPath, signInDialog } from '../../paths.ts';
import { type ConsumerType, consumerTypes, isOn } from '../../rules/campaign/parameters.ts';
import { AddressFields } from '../../ui/address-fields.tsx';
import { QuestionField } from '../../ui/choice-field.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { fieldId } from '../../ui/field.tsx';
import { createForm, type FormStore } from '../../ui/form.ts';
import { ErrorSummary, Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { HelpTip } from '../../ui/help-tip.tsx';
import { AdditionalFields, TextField } from '../../ui/inputs.tsx';
import { cnpjMask, cpfMask } from '../../ui/masks.ts';
import { AccessFields, OptIns, PersonFields, PhoneField, StatedOptIns } from './common-fields.tsx';
import {
  $pollRefusal,
  consumerTitles,
  type FieldGroup,
  fieldGroups,
  longFormConfig,
  pollFields,
  sectionTitles,
  ungroupedFields,
} from './long-form.store.ts';
import { addedStateFields, consumerTypeOf } from './sign-up-fields.ts';

interface SignUpFormProps {
  site: SiteProps;
  poll: Poll | null;
  /** The page's own, where the page shows how far the form is filled in. */
  form?: FormStore;
  /** Shown below the summary of what is wrong. */
  children?: ReactNode;
}

export function SignUpForm({ site, poll, form: pageForm, children }: SignUpFormProps) {
  const [form] = useState(() => pageForm ?? createForm(longFormConfig(site, poll)));
  const { campaign } = site;
  return (
    <Form form={form} className="form form-paired form-brief">
      <ErrorSummary form={form} />
      {children}
      <ConsumerSections form={form} heading="h2" campaign={campaign} />
      {isOn(campaign, 'CONSUMER_ADDRESS_REQUIRED') && (
        <>
          <h2 className="form-section">{sectionTitles.address}</h2>
          <AddressFields form={form} lookUp={lookUpAddress} />
        </>
      )}
      <AccessSection form={form} heading="h2" />
      {poll && <PollSection form={form} poll={poll} />}
      <h2 className="form-section">{sectionTitles.consents}</h2>
      <OptIns form={form} campaign={campaign} />
      <StatedOptIns campaign={campaign} />
      <SubmitButton form={form}>continuar</SubmitButton>
      <FormAlert form={form} />
    </Form>
  );
}

/** Not inside the form, which the page hides as soon as the user is signed in. */
export function UnansweredPoll() {
  return <AlertDialog lines={useStore($pollRefusal)} onClose={goToNewReceipt} />;
}

export function goToNewReceipt(): void {
  environment().navigate(newReceiptPath, 'replace');
}

/** Must be answered completely or not at all, so users can clear their answers. */
function PollSection({ form, poll }: { form: FormStore; poll: Poll }) {
  const values = useStore(form.$values);
  const fields = pollFields(poll);
  const isBegun = fields.some(({ name }) => values[name]);

  function clear() {
    for (const { name } of fields) form.change(name, '');
    const [first] = fields;
    if (first) document.getElementById(fieldId(form, first.name))?.focus();
  }

  return (
    <>
      <h2 className="form-section">Pesquisa</h2>
      <p className="form-note">Opcional. {poll.title}</p>
      {fields.map(({ name, question }) => (
        <QuestionField key={name} form={form} name={name} question={question} optional={!isBegun} />
      ))}
      {isBegun && (
        <button type="button" className="button-link" onClick={clear}>
          Limpar respostas
        </button>
      )}
    </>
  );
}

interface SectionProps {
  form: FormStore;
  heading: 'h2' | 'h3';
}

type ConsumerProps = SectionProps & { campaign: Campaign };

export function AccessSection({ form, heading: Heading }: SectionProps) {
  return (
    <>
      <Heading className="form-section">{sectionTitles.access}</Heading>
      <AccessFields form={form} />
    </>
  );
}

export function ConsumerSections({ form, heading: Heading, campaign }: ConsumerProps) {
  const [$type] = useState(() =>
    computed(form.$values, (values) => consumerTypeOf(campaign, values)),
  );
  const type = useStore($type);
  return (
    <>
      {consumerTypes(campaign).length > 1 && <ConsumerTypeChoice form={form} chosen={type} />}
      {type === 'CORPORATE' ? (
        <CompanySections form={form} heading={Heading} campaign={campaign} />
      ) : (
        <>
          <Heading className="form-section">{consumerTitles.PERSON}</Heading>
          <PersonFields form={form} campaign={campaign} />
        </>
      )}
      <AdditionalFields form={form} fields={ungroupedFields(campaign)} />
      {fieldGroups(campaign).map((group) => (
        <FieldGroupCard key={group.group.id} form={form} {...group} />
      ))}
    </>
  );
}

const types: readonly { type: ConsumerType; label: string }[] = [
  { type: 'PERSON', label: 'Pessoa Física' },
  { type: 'CORPORATE', label: 'Pessoa Jurídica' },
];

function ConsumerTypeChoice({ form, chosen }: { form: FormStore; chosen: ConsumerType }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand above the toggle.
    <div className="segmented" role="group" aria-label={form.labels['type']}>
      {types.map(({ type, label }) => (
        <button
          key={type}
          type="button"
          aria-pressed={type === chosen}
          onClick={() => form.change('type', type)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function CompanySections({ form, heading: Heading, campaign }: ConsumerProps) {
  return (
    <>
      <Heading className="form-section">{consumerTitles.CORPORATE}</Heading>
      <TextField form={form} name="companyDocument" mask={cnpjMask} autoComplete="off" />
      <TextField form={form} name="companyName" autoComplete="organization" />
      <AdditionalFields form={form} fields={addedStateFields(campaign)} />
      <div className="form-group">
        <Heading className="form-section">Dados do Representante</Heading>
        <p className="form-note">Estes dados são de quem representa a empresa na promoção.</p>
        <TextField form={form} name="representativeName" autoComplete="name" />
        <TextField form={form} name="representativeDocument" mask={cpfMask} autoComplete="off" />
        <PhoneField form={form} />
      </div>
    </>
  );
}

function FieldGroupCard({ form, group, fields }: FieldGroup & { form: FormStore }) {
  const { name, description } = group;
  const id = `grupo-${group.id}`;
  const values = useStore(form.$values);
  const isRequired = fields.some(({ required }) => required);
  const [isOpen, setOpen] = useState(isRequired);
  // An answered question never folds by itself, or it would vanish while it is corrected.
  if (!isOpen && fields.some(({ key }) => values[key])) setOpen(true);
  return (
    // biome-ignore lint/a11y/useSemanticElements: WebKit lays a fieldset's legend over its edge, whatever the styles say.
    <div role="group" aria-labelledby={id} className="form-fold">
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => {
          // What is wrong or missing stays in view, and links lead to it.
          const errors = form.$errors.get();
          currentTarget.open ||= fields.some(({ key }) => errors[key]);
        }}
      >
        <summary>
          <span id={id}>{name}</span>
          {!isRequired && ' (opcional)'}
        </summary>
        <div className="form-group">
          <AdditionalFields form={form} fields={fields} />
        </div>
      </details>
      {description && <HelpTip label={name}>{description}</HelpTip>}
    </div>
  );
}

export function signUpPose({ isWrong, isDone }: { isWrong: boolean; isDone: boolean }) {
  if (isWrong) return 'lista';
  return isDone ? 'comemora' : 'acena';
}

export const noSignUpTitle = 'Cadastros encerrados';

export function NoSignUp({ site }: { site: SiteProps }) {
  if (!site.hotsite.login.enabled) {
    return (
      <>
        <p>Esta promoção não recebe novos cadastros. Em caso de dúvidas, fale conosco.</p>
        <a className="button button-wide" href={contactDialog}>
          Fale conosco
        </a>
      </>
    );
  }
  return (
    <>
      <p>
        Esta promoção não recebe novos cadastros. Se você já tem cadastro, entre na sua conta e
        continue participando.
      </p>
      <a className="button button-wide" href={signInDialog}>
        Entrar
      </a>
    </>
  );
}
