import { describe, expect, it } from 'vitest';
import { fieldLabel } from '../../../src/rules/labels.ts';
import {
  categoryMultipleMessage,
  errorLines,
  failureSentence,
  signInMessage,
} from '../../../src/rules/messages.ts';
import { cashbackMessage, receiptViolationMessage } from '../../../src/rules/receipt-messages.ts';

describe('sentence of a violation', () => {
  it.each([
    ['REQUIRED', 'Campo obrigatório'],
    ['NAME', 'Não são permitidos números ou carateres especiais'],
    ['EMAIL', 'Email inválido'],
    ['PASSWORD_LENGTH', 'A senha deve ter no mínimo 6 caracteres'],
    ['PASSWORD_LOWERCASE', 'A senha deve ter no mínimo uma letra minúscula'],
    ['PASSWORD_UPPERCASE', 'A senha deve ter no mínimo uma letra maiúscula'],
    ['CNPJ', 'CNPJ Inválido'],
    ['DATE', 'Data inválida'],
    ['POSTCODE', 'CEP inválido'],
    ['DATE_BEFORE_CAMPAIGN', 'Data não pode ser anterior à data de início da campanha'],
    ['DATE_AFTER_TODAY', 'Data não pode ser posterior à data de hoje'],
    ['FILE_TYPE', 'Formato de arquivo inválido'],
    ['SPECIAL_CHARACTERS', 'Não é permitido caratéres especiais'],
    ['CPF', 'CPF Inválido'],
    ['PHONE', 'Celular Inválido'],
    ['UNDER_AGE', 'Você deve ser maior de 18 anos'],
    ['TOTAL_MINIMUM', 'Valor mínimo de R$ 10,00'],
    ['FILE_SIZE', 'O arquivo deve ter no máximo 5MB'],
  ] as const)('of %s is %j', (violation, sentence) => {
    expect(receiptViolationMessage(violation)).toBe(sentence);
  });

  it('names the minimum of the campaign', () => {
    expect(receiptViolationMessage('TOTAL_MINIMUM', { minimumTotal: 123_456 })).toBe(
      'Valor mínimo de R$ 1.234,56',
    );
  });

  it('names category and multiple', () => {
    expect(categoryMultipleMessage('Alimentos', 2)).toBe(
      'Você só pode resgatar quantidades de Alimentos que sejam múltiplas de 2',
    );
  });
});

describe('error of a call', () => {
  it('is a line per refused field, under the label of the form', () => {
    const error = {
      status: 400,
      code: 'INVALID_REQUEST',
      fields: [
        { field: 'document', message: 'CNPJ Inválido' },
        { field: 'address.postcode', message: 'CEP inválido' },
        { field: 'NICKNAME', message: 'Campo obrigatório' },
        { field: 'shoeSize', message: 'Campo obrigatório' },
      ],
    };
    expect(errorLines(error, { document: 'CNPJ', NICKNAME: 'Apelido' })).toEqual([
      'O campo "CNPJ" CNPJ Inválido',
      'O campo "CEP" CEP inválido',
      'O campo "Apelido" Campo obrigatório',
      'O campo "shoeSize" Campo obrigatório',
    ]);
  });

  it('is the message of a refusal without fields', () => {
    expect(errorLines({ status: 409, message: 'Prêmio esgotado', fields: [] })).toEqual([
      'Prêmio esgotado',
    ]);
  });

  it('does not pass on what a broken server says', () => {
    expect(errorLines({ status: 500, code: 'X1', message: 'stack trace' })).toEqual([
      'Ocorreu algum erro interno, entre com contato com o suporte. (Cód.: X1)',
    ]);
  });

  it('is unknown for a lost connection and for a refusal without a message', () => {
    const unknown = 'Ocorreu algum erro desconhecido, entre com contato com o suporte.';
    expect(errorLines({ status: null })).toEqual([unknown]);
    expect(errorLines({ status: 418 })).toEqual([`${unknown} (Cód.: 418)`]);
  });

  it.each([
    [502, 'BG', 'Sistema indisponível no momento, entre com contato com o suporte. (Cód.: BG)'],
    [503, null, 'Sistema indisponível no momento, entre com contato com o suporte. (Cód.: 503)'],
    [500, 'E7', 'Ocorreu algum erro interno, entre com contato com o suporte. (Cód.: E7)'],
    [504, '', 'Ocorreu algum erro interno, entre com contato com o suporte. (Cód.: 504)'],
    [null, 'X', 'Ocorreu algum erro desconhecido, entre com contato com o suporte. (Cód.: X)'],
  ])('of status %s and code %j is told', (status, code, sentence) => {
    expect(failureSentence(status, code)).toBe(sentence);
  });
});

describe('code of another service', () => {
  it.each([
    ['CEC-008', 'Devido ao sucesso da promoção, a modalidade de cashback esgotou.'],
    ['CEC-004', 'Você não receberá mais cashback, pois você já atigiu a quantidade máxima.'],
    ['CEC-005', 'Você não receberá mais cashback, pois você já atigiu a quantidade máxima.'],
    ['CEC-001', null],
    [undefined, null],
  ])('of cashback, %s, is told', (code, sentence) => {
    expect(cashbackMessage(code)).toBe(sentence);
  });

  it.each([
    ['auth/too-many-requests', 'Você excedeu o número de tentativas.'],
    ['auth/wrong-password', 'Usuário/senha incorreto.'],
    ['auth/user-not-found', 'Usuário/senha incorreto.'],
    ['auth/network-request-failed', null],
    ['tenant-missing', null],
  ])('of sign-in, %s, is told', (code, sentence) => {
    expect(signInMessage(code)).toBe(sentence);
  });
});

describe('label of a field', () => {
  it('prefers the form, then what is usual, then the wire name', () => {
    expect(fieldLabel('name')).toBe('Nome completo');
    expect(fieldLabel('document')).toBe('CPF');
    expect(fieldLabel('cnpj')).toBe('CNPJ');
    expect(fieldLabel('name', { name: 'Nome' })).toBe('Nome');
    expect(fieldLabel('address.city')).toBe('Cidade');
    expect(fieldLabel('address.planet')).toBe('address.planet');
  });
});
