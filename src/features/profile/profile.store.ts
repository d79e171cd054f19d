import { call } from '../../client/call.ts';
import { resource } from '../../client/resource.ts';
import { reportedMessages } from '../../client/result.ts';
import { draftOf } from '../../client/storage.ts';
import type { AdditionalField, Campaign } from '../../contract/campaign.ts';
import {
  type AdditionalFieldValue,
  type Address,
  type Consumer,
  getMeEndpoint,
  updateConsumerEndpoint,
} from '../../contract/consumer.ts';
import type { Result } from '../../contract/errors.ts';
import { isSameId } from '../../contract/primitives.ts';
import { isOn } from '../../rules/campaign/parameters.ts';
import { formatDate } from '../../rules/dates.ts';
import { violationMessages } from '../../rules/messages/field-messages.ts';
import { fieldLabel } from '../../rules/messages/labels.ts';
import type { AddressPart } from '../../rules/people/address.ts';
import {
  additionalFieldChecks,
  additionalFieldsFor,
  friendPhoneField,
} from '../../rules/people/campaign-fields.ts';
import { formatCnpj, formatCpf } from '../../rules/people/cpf-cnpj.ts';
import { checkPhone, formatPhone, normalisePhone } from '../../rules/people/person-fields.ts';
import { fieldViolations } from '../../rules/violation.ts';
import type { Errors, FormConfig, Values } from '../../ui/form.ts';
import { postalCodeMask } from '../../ui/masks.ts';
import { onSignOut, watchSession, whileSending } from '../session/session.store.ts';
import { addressFormConfig, addressValues } from './address-form.ts';

const profile = resource(() => call(getMeEndpoint), { keepStale: true });

export const { $state: $profile, load: loadProfile, retry: retryProfile } = profile;

export function followProfile(): () => void {
  watchSession({ guarded: true });
  onSignOut(profile.clear);
  return profile.follow();
}

/** `closed`: the user closed its dialog, which then opens only by its button. */
const changes = {
  data: { draft: draftOf('alterar'), closed: draftOf('alterar.fechado') },
  address: { draft: draftOf('perfil.endereco'), closed: draftOf('perfil.endereco.fechado') },
};

export type ProfilePart = keyof typeof changes;

export const rememberClosed = (part: ProfilePart) => changes[part].closed.set('yes');
export const forgetClosed = (part: ProfilePart) => changes[part].closed.remove();

/** Whether texts were typed for it that were not sent. */
export function isUnsaved(part: ProfilePart): boolean {
  return ![null, '{}'].includes(changes[part].draft.get());
}

/** The part with texts that were not sent yet, such as after the end of a session, to open at once. */
export function begunChange(): ProfilePart | null {
  const isBegun = (part: ProfilePart) => isUnsaved(part) && changes[part].closed.get() === null;
  return (['data', 'address'] as const).find(isBegun) ?? null;
}

function setConsumer(consumer: Consumer): void {
  $profile.set({ state: 'loaded', value: consumer });
}

export function updatableFields(campaign: Campaign): AdditionalField[] {
  return additionalFieldsFor('REGISTER', campaign.additionalFields).filter(
    ({ updatable }) => updatable,
  );
}

export function updateProfileFormConfig(campaign: Campaign, consumer: Consumer) {
  const fields = updatableFields(campaign);
  const labels = {
    phone: 'Telefone',
    ...Object.fromEntries(fields.map(({ key, label }) => [key, label])),
  };
  const initial: Values = {
    phone: formatPhone(consumer.phone),
    ...Object.fromEntries(fields.map((field) => [field.key, answerTo(field, consumer)])),
  };
  return {
    id: 'alterar',
    labels,
    initial,
    draft: changes.data.draft,
    validate: (values: Values) => profileErrors(values, fields),
    async submit(values: Values): Promise<Result<Consumer>> {
      const result = await whileSending(async () => {
        // An untouched phone may have been changed on another device since the form opened.
        const current = values['phone'] === initial['phone'] && (await call(getMeEndpoint));
        if (current && !current.ok) return current;
        return call(updateConsumerEndpoint, {
          body: {
            phone: current ? current.value.phone : normalisePhone(values['phone'] ?? ''),
            additionalFields: changedAnswers(values, fields, consumer),
          },
        });
      });
      if (result.ok) setConsumer(result.value);
      return result;
    },
    explain: (problem: unknown) => reportedMessages(problem, labels),
  };
}

export function profileAddressFormConfig({ address }: Consumer): FormConfig {
  return addressFormConfig({
    initial: address ? addressValues((name) => shownPart(address, name)) : {},
    draft: changes.address.draft,
    onSaved: setConsumer,
  });
}

function shownPart(address: Address, name: AddressPart): string {
  const text = address[name] ?? '';
  return name === 'postcode' ? postalCodeMask.format(text) : text;
}

function shownLine({ street, number, district, city, state }: Address): string {
  return [`${street}, ${number}`, district, city, state].join(' - ');
}

function profileErrors(values: Values, fields: readonly AdditionalField[]): Errors {
  const violations = fieldViolations([
    ['phone', checkPhone(values['phone'] ?? '')],
    ...additionalFieldChecks(fields, values),
  ]);
  return violationMessages(violations);
}

function changedAnswers(
  values: Values,
  fields: readonly AdditionalField[],
  consumer: Consumer,
): AdditionalFieldValue[] {
  return fields.flatMap((field) => {
    const typed = (values[field.key] ?? '').trim();
    const value = field.key === friendPhoneField ? normalisePhone(typed) : typed;
    if (value === answerTo(field, consumer)) return [];
    return [{ campaignAdditionalFieldId: field.id, value }];
  });
}

function answerTo({ id }: AdditionalField, { additionalFields }: Consumer): string {
  const answer = additionalFields.find(({ campaignAdditionalFieldId }) =>
    isSameId(campaignAdditionalFieldId, id),
  );
  return answer?.value ?? '';
}

export interface ProfileRow {
  label: string;
  value: string;
}

/** What only support can correct. */
export function profileRows(consumer: Consumer, campaign: Campaign): ProfileRow[] {
  const { birthDate, document, email, name, type } = consumer;
  const isCompany = type === 'CORPORATE';
  const extra = extraLines(consumer, campaign, (key, field) => isOwn(key) && !field?.updatable);
  return rowsOf([
    [isCompany ? 'Razão Social' : 'Nome Completo', name],
    isCompany ? ['CNPJ', formatCnpj(document)] : ['CPF', formatCpf(document)],
    ['Email', email],
    ['Data de nascimento', isCompany ? null : formatDate(birthDate?.slice(0, 10) ?? '')],
    ['Nome do representante', isCompany ? consumer.representativeName : null],
    ['CPF do representante', isCompany ? formatCpf(consumer.representativeDocument ?? '') : null],
    ...extra,
  ]);
}

export function changeableRows(consumer: Consumer, campaign: Campaign): ProfileRow[] {
  const extra = extraLines(consumer, campaign, (key, field) => isOwn(key) && !!field?.updatable);
  return rowsOf([['Telefone', formatPhone(consumer.phone) || 'Não informado'], ...extra]);
}

export function addressRows({ address }: Consumer): ProfileRow[] {
  if (!address) return [];
  return rowsOf([
    ['Endereço de entrega', shownLine(address)],
    [fieldLabel('address.complement'), address.complement],
    ['CEP', shownPart(address, 'postcode')],
  ]);
}

function isOwn(key: string): boolean {
  return !/^(MGM|POLL)_/.test(key);
}

export function referralRows(consumer: Consumer, campaign: Campaign): ProfileRow[] {
  if (!isOn(campaign, 'MGM_ENABLED')) return [];
  return rowsOf(extraLines(consumer, campaign, (key) => key.startsWith('MGM_')));
}

type Line = [label: string, value: string | null | undefined];

function rowsOf(lines: readonly Line[]): ProfileRow[] {
  return lines.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function extraLines(
  { additionalFields }: Consumer,
  campaign: Campaign,
  shown: (key: string, field?: AdditionalField) => boolean,
): Line[] {
  return additionalFields.flatMap(({ campaignAdditionalFieldId, key, value }): Line[] => {
    const field = campaign.additionalFields.find(({ id }) =>
      isSameId(id, campaignAdditionalFieldId),
    );
    const name = field?.key ?? key;
    return name && shown(name, field)
      ? [[field?.label ?? fieldLabel(name), shownValue(name, value)]]
      : [];
  });
}

function shownValue(key: string, value: Line[1]): Line[1] {
  return key === friendPhoneField && value ? formatPhone(value) : value;
}
