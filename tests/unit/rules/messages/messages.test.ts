import { describe, expect, it } from 'vitest';
import { fieldLabel } from '../../../../src/rules/messages/labels.ts';
import {
  categoryMultipleMessage,
  errorLines,
  failureMessage,
  signInMessage,
} from '../../../../src/rules/messages/messages.ts';

describe('sentence of a refused redemption', () => {
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
  ])('shows its own text for status %s and code %j', (status, code, sentence) => {
    expect(failureMessage(status, code)).toBe(sentence);
  });
});

describe('code of another service', () => {
  it.each([
    ['auth/too-many-requests', 'Você excedeu o número de tentativas.'],
    ['auth/wrong-password', 'Usuário/senha incorreto.'],
    ['auth/user-not-found', 'Usuário/senha incorreto.'],
    ['auth/network-request-failed', null],
    ['tenant-missing', null],
  ])('has its sentence for sign-in: %s', (code, sentence) => {
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
