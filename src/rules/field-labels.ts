const labels: Readonly<Record<string, string>> = {
  name: 'Nome completo',
  document: 'CPF',
  representativeName: 'Nome do representante',
  representativeDocument: 'CPF do representante',
  phone: 'Celular',
  birthDate: 'Data de nascimento',
  email: 'Email',
  password: 'Senha',
  optIns: 'Termos',
  postcode: 'CEP',
  street: 'Rua',
  number: 'Número',
  complement: 'Complemento',
  district: 'Bairro',
  city: 'Cidade',
  state: 'Estado',
  ADDRESS_STATE: 'Estado',
  MGM_CODE: 'Código de quem indicou você',
  identifier: 'Código da Nota',
  purchaseDate: 'Data da compra',
  cnpj: 'CNPJ',
  totalAmount: 'Valor Total',
  imageBase64: 'Nota',
  products: 'Produtos',
  subjectId: 'Assunto',
  subject: 'Título',
  description: 'Descrição',
  instantPaymentKeyType: 'Tipo de chave',
  instantPaymentKeyValue: 'Chave',
};

/**
 * The label that a person sees for a field of the wire.
 * @param field its wire name; of a path such as `address.postcode` the last part counts.
 * @param ofForm labels that the form at hand uses instead, by wire name or key.
 */
export function fieldLabel(field: string, ofForm: Readonly<Record<string, string>> = {}): string {
  const name = field.split('.').at(-1) ?? field;
  return ofForm[field] ?? ofForm[name] ?? labels[name] ?? field;
}
