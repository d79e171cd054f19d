import type { Campaign } from '../../contract/campaign.ts';
import type { Address, Consumer } from '../../contract/consumer.ts';
import { isOn } from '../../rules/campaign/parameters.ts';
import { formatDate } from '../../rules/dates.ts';
import { fieldLabel } from '../../rules/labels.ts';
import { formatCnpj, formatCpf } from '../../rules/people/cpf-cnpj.ts';
import { formatPhone } from '../../rules/people/phone.ts';

export interface ProfileRow {
  label: string;
  value: string;
}

export function profileRows(consumer: Consumer, campaign: Campaign): ProfileRow[] {
  const { address, birthDate, document, email, name, phone, type } = consumer;
  const company = type === 'CORPORATE';
  const extra = extraRows(consumer, campaign, (key) => !/^(MGM|POLL)_/.test(key));
  return filled([
    [company ? 'Razão Social' : 'Nome Completo', name],
    company ? ['CNPJ', formatCnpj(document)] : ['CPF', formatCpf(document)],
    ['Email', email],
    ['Data de nascimento', company ? null : formatDate(birthDate?.slice(0, 10) ?? '')],
    ['Telefone', formatPhone(phone) || 'Não informado'],
    ['Nome do representante', company ? consumer.representativeName : null],
    ['CPF do representante', company ? formatCpf(consumer.representativeDocument ?? '') : null],
    ['Endereço de entrega', address ? addressLine(address) : null],
    ...extra,
  ]);
}

export function referralRows(consumer: Consumer, campaign: Campaign): ProfileRow[] {
  if (!isOn(campaign, 'MGM_ENABLED')) return [];
  return filled(extraRows(consumer, campaign, (key) => key.startsWith('MGM_')));
}

type Line = [label: string, value: string | null | undefined];

function filled(lines: readonly Line[]): ProfileRow[] {
  return lines.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function addressLine({ street, number, district, city, state }: Address): string {
  return [`${street}, ${number}`, district, city, state].join('\u00a0- ');
}

function extraRows(
  { additionalFields }: Consumer,
  campaign: Campaign,
  shown: (key: string) => boolean,
): Line[] {
  return additionalFields.flatMap(({ campaignAdditionalFieldId, key, value }): Line[] => {
    const field = campaign.additionalFields.find(
      ({ id }) => String(id) === String(campaignAdditionalFieldId),
    );
    const name = field?.key ?? key;
    // Without a field of the campaign there is no label.
    return name && shown(name) ? [[field?.label ?? fieldLabel(name), shownValue(name, value)]] : [];
  });
}

function shownValue(key: string, value: Line[1]): Line[1] {
  return key === 'MGM_PHONE' && value ? formatPhone(value) : value;
}
