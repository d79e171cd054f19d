import { generateCnpj } from '@brazilian-utils/brazilian-utils/generate-cnpj';
import { formatCpf } from '../../src/rules/people/cpf-cnpj.ts';
import { newPerson } from './people.ts';

/** What a new person or company types into a sign-up, by name of its fields. */
export function typedPerson(): Record<string, string> {
  const { state, document, ...person } = newPerson();
  return { ...person, ...everybody, document: formatCpf(document), ADDRESS_STATE: state };
}

export function typedCompany(): Record<string, string> {
  const { name, document, email, phone, password } = typedPerson();
  return {
    ...everybody,
    type: 'CORPORATE',
    companyName: 'Mercado Silva & Filhos Ltda.',
    companyDocument: generateCnpj(),
    representativeName: name ?? '',
    representativeDocument: document ?? '',
    phone: phone ?? '',
    email: email ?? '',
    password: password ?? '',
    ADDRESS_STATE: 'PR',
  };
}

const everybody = {
  'optIns.PRIVACY': 'on',
  'address.postcode': '80010-000',
  'address.street': 'Rua XV de Novembro',
  'address.number': '100',
  'address.district': 'Centro',
  'address.city': 'Curitiba',
  'address.state': 'PR',
};
