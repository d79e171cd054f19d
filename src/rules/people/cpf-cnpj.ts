import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import { withoutPunctuation } from '../text.ts';
import type { Violation } from '../violation.ts';

/** Modulo 11, weights 2 to 9 from the right; a character is ASCII minus 48 (MOC, Anexo I). */
export function checkDigit(text: string): number {
  let sum = 0;
  let weight = 2;
  for (let position = text.length - 1; position >= 0; position -= 1) {
    sum += (text.charCodeAt(position) - 48) * weight;
    weight = weight === 9 ? 2 : weight + 1;
  }
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

export function normaliseDocument(text: string): string {
  return withoutPunctuation(text).toUpperCase();
}

/** Source: Receita Federal, e-Financeira, REGRA_VALIDA_CPF (ADE Cofis 10/2026). */
export function isCpf(text: string): boolean {
  return isValidCpf(normaliseDocument(text));
}

/** Letters are allowed among the first twelve: IN RFB 2.229/2024, manual of the check digits. */
export function isCnpj(text: string): boolean {
  return isValidCnpj(normaliseDocument(text), { version: 2 });
}

export function checkCpf(text: string): Violation | null {
  if (normaliseDocument(text) === '') return 'REQUIRED';
  return isCpf(text) ? null : 'CPF';
}

export function checkCnpj(text: string): Violation | null {
  if (normaliseDocument(text) === '') return 'REQUIRED';
  return isCnpj(text) ? null : 'CNPJ';
}

/** 000.000.000-00; text of another length stays without punctuation. */
export function formatCpf(document: string): string {
  return normaliseDocument(document).replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4');
}

/** For publication: a CPF as ***.456.789-**; a CNPJ whole, since its owner can be looked up. */
export function maskDocument(document: string): string {
  const normal = normaliseDocument(document);
  return normal.length === 11
    ? `***.${normal.slice(3, 6)}.${normal.slice(6, 9)}-**`
    : formatCnpj(normal);
}

/** 00.000.000/0000-00; text of another length stays without punctuation. */
export function formatCnpj(document: string): string {
  return normaliseDocument(document).replace(/^(..)(.{3})(.{3})(.{4})(..)$/, '$1.$2.$3/$4-$5');
}
