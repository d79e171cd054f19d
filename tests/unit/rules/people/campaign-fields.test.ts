import { describe, expect, it } from 'vitest';
import {
  additionalFieldChecks,
  additionalFieldsFor,
  allowedStates,
  type CampaignField,
  checkAdditionalField,
} from '../../../../src/rules/people/campaign-fields.ts';

function field(key: string, changes: Partial<CampaignField> = {}): CampaignField {
  return { key, target: 'REGISTER', required: true, order: 0, options: [], ...changes };
}

const state = field('ADDRESS_STATE', { options: ['PR', 'SC', 'RS'] });

describe('additional field', () => {
  it('is required or not as the campaign says', () => {
    expect(checkAdditionalField(field('NICKNAME'), ' ')).toBe('REQUIRED');
    expect(checkAdditionalField(field('NICKNAME', { required: false }), '')).toBeNull();
  });

  it('holds letters, digits and spaces', () => {
    expect(checkAdditionalField(field('NICKNAME'), 'João 23')).toBeNull();
    expect(checkAdditionalField(field('NICKNAME'), 'João!')).toBe('SPECIAL_CHARACTERS');
    expect(checkAdditionalField(field('NICKNAME', { required: false }), 'a.b')).toBe(
      'SPECIAL_CHARACTERS',
    );
  });

  it('takes one of its options, whatever signs they hold', () => {
    const shop = field('STORE_TYPE', { options: ['Farmácia / Drogaria', 'Mercado'] });
    expect(checkAdditionalField(shop, 'Farmácia / Drogaria')).toBeNull();
    expect(checkAdditionalField(shop, 'Padaria')).toBe('OPTION');
    const only = field('STORE_TYPE', { options: ['Mercado'] });
    expect(checkAdditionalField(only, 'Padaria')).toBe('OPTION');
  });

  it('lets only residents of the listed states register', () => {
    expect(['PR', 'SC', 'RS'].map((value) => checkAdditionalField(state, value))).toEqual([
      null,
      null,
      null,
    ]);
    expect(checkAdditionalField(state, 'SP')).toBe('STATE');
    expect(allowedStates([field('GENDER'), state])).toEqual(['PR', 'SC', 'RS']);
    expect(allowedStates([field('ADDRESS_STATE')])).toBeNull();
    expect(allowedStates([field('ADDRESS_STATE', { options: ['PR'] })])).toEqual(['PR']);
    expect(allowedStates([])).toBeNull();
  });

  it('gives a referral the rules of e-mail and mobile', () => {
    expect(checkAdditionalField(field('MGM_EMAIL'), 'ana@exemplo.com')).toBeNull();
    expect(checkAdditionalField(field('MGM_EMAIL'), 'ana')).toBe('EMAIL');
    expect(checkAdditionalField(field('MGM_CODE'), 'ana-7/b')).toBeNull();
    expect(checkAdditionalField(field('MGM_PHONE'), '(41) 98765-4321')).toBeNull();
    expect(checkAdditionalField(field('MGM_PHONE'), '41')).toBe('PHONE');
  });

  it('lets a social-media profile hold its usual signs', () => {
    expect(checkAdditionalField(field('SOCIAL_MEDIA_PROFILE'), '@ana.silva_1')).toBeNull();
    expect(checkAdditionalField(field('SOCIAL_MEDIA_PROFILE'), 'ana/silva')).toBe(
      'SPECIAL_CHARACTERS',
    );
  });

  it('asks of a receipt only that it is filled, with no more than a line', () => {
    const seller = field('SELLER', { target: 'COUPON' });
    expect(checkAdditionalField(seller, '')).toBe('REQUIRED');
    expect(checkAdditionalField(seller, 'Loja nº 3 (centro)')).toBeNull();
    expect(checkAdditionalField(seller, 'x'.repeat(200))).toBeNull();
    expect(checkAdditionalField(seller, 'x'.repeat(201))).toBe('LONG');
  });

  it('is checked under its key, a missing answer being an empty one', () => {
    const fields = [state, field('NICKNAME'), field('TEAM', { required: false })];
    expect(additionalFieldChecks(fields, { ADDRESS_STATE: 'SP' })).toEqual([
      ['ADDRESS_STATE', 'STATE'],
      ['NICKNAME', 'REQUIRED'],
      ['TEAM', null],
    ]);
  });

  it('belongs to one form, in its order, and poll fields to none', () => {
    const seller = field('SELLER', { target: 'COUPON' });
    const fields = [field('TEAM', { order: 1 }), seller, state, field('POLL_1')];
    expect(additionalFieldsFor('REGISTER', fields).map(({ key }) => key)).toEqual([
      'ADDRESS_STATE',
      'TEAM',
    ]);
    expect(additionalFieldsFor('COUPON', fields).map(({ key }) => key)).toEqual(['SELLER']);
  });
});
