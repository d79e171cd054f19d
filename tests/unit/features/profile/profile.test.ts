import { describe, expect, it } from 'vitest';
import {
  $profile,
  addressRows,
  changeableRows,
  loadProfile,
  profileRows,
  referralRows,
  retryProfile,
} from '../../../../src/features/profile/profile.store.ts';
import { referralCode } from '../../../../src/features/profile/referral.store.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';

const gateway = await gatewayOfFile({ variant: 'all' });

describe('the profile', () => {
  it('is that of the signed-in user', async () => {
    const { consumer } = await signedInHost(gateway);
    await loadProfile();
    expect($profile.get()).toMatchObject({ state: 'loaded', value: { id: consumer.id } });
  });

  it('says what failed, and can be reloaded', async () => {
    const { host } = await signedInHost(gateway);
    host.isDown = true;
    await retryProfile();
    expect($profile.get()).toMatchObject({ state: 'failed' });
    host.isDown = false;
    const again = retryProfile();
    expect($profile.get()).toEqual({ state: 'loading' });
    await again;
    expect($profile.get()).toMatchObject({ state: 'loaded' });
  });
});

describe('its rows', () => {
  const rowsOf = async (type: 'PERSON' | 'CORPORATE') => {
    const { consumer } = await gateway.signUp({ type });
    const born = { ...consumer, birthDate: '1990-05-17' };
    return profileRows(born, gateway.gateway.snapshot.campaign);
  };

  it('show no company of a person', async () => {
    const rows = await rowsOf('PERSON');
    expect(rows.map(({ label }) => label)).toEqual([
      'Nome Completo',
      'CPF',
      'Email',
      'Data de nascimento',
      'Estado',
    ]);
    expect(rows).toContainEqual({ label: 'Data de nascimento', value: '17/05/1990' });
  });

  it('show where prizes are delivered, if that is known', async () => {
    const { consumer } = await gateway.signUp();
    const { address } = consumer;
    if (!address) throw new Error('The consumer has no address');
    const rows = addressRows({ ...consumer, address: { ...address, complement: 'Apto 12' } });
    expect(rows).toEqual([
      {
        label: 'Endereço de entrega',
        value: 'Rua XV de Novembro, 100 - Centro - Curitiba - PR',
      },
      { label: 'Complemento', value: 'Apto 12' },
      { label: 'CEP', value: '80010-000' },
    ]);
    expect(addressRows({ ...consumer, address: null })).toEqual([]);
  });

  it('say so of a phone that is not known', async () => {
    const { consumer } = await gateway.signUp();
    const rows = changeableRows({ ...consumer, phone: '' }, gateway.gateway.snapshot.campaign);
    expect(rows).toContainEqual({ label: 'Telefone', value: 'Não informado' });
  });

  it('show a company’s representative, and no birth date', async () => {
    const rows = await rowsOf('CORPORATE');
    expect(rows.map(({ label }) => label)).toEqual([
      'Razão Social',
      'CNPJ',
      'Email',
      'Nome do representante',
      'CPF do representante',
      'Estado',
    ]);
  });

  it('stand with the button that changes them, where the user may', async () => {
    const { consumer } = await gateway.signUp();
    const { campaign } = gateway.gateway.snapshot;
    const gender = { key: 'GENDER', label: 'Gênero', type: 'TEXT', options: [], updatable: true };
    const field = { id: 92, target: 'REGISTER' as const, order: 9, required: false, ...gender };
    const answered = {
      ...consumer,
      phone: '41991234567',
      additionalFields: [{ campaignAdditionalFieldId: 92, key: 'GENDER', value: 'Feminino' }],
    };
    const changing = { ...campaign, additionalFields: [field] };
    expect(changeableRows(answered, changing)).toEqual([
      { label: 'Telefone', value: '(41) 99123-4567' },
      { label: 'Gênero', value: 'Feminino' },
    ]);
    expect(profileRows(answered, changing).map(({ label }) => label)).not.toContain('Gênero');
    const fixed = { ...campaign, additionalFields: [{ ...field, updatable: false }] };
    expect(changeableRows(answered, fixed).map(({ label }) => label)).toEqual(['Telefone']);
  });

  it('leave out referral and poll', async () => {
    const { consumer } = await gateway.signUp();
    const { campaign } = gateway.gateway.snapshot;
    const answers = {
      ...consumer,
      additionalFields: [
        { campaignAdditionalFieldId: 91, key: 'MGM_EMAIL', value: 'bia@exemplo.com.br' },
        { campaignAdditionalFieldId: 92, key: 'POLL_1', value: 'Sim' },
        { campaignAdditionalFieldId: 93, key: 'GENDER', value: 'Feminino' },
        { campaignAdditionalFieldId: -1, key: null, value: 'B7K2Q' },
      ],
    };
    const labels = profileRows(answers, campaign).map(({ label }) => label);
    expect(labels.slice(-2)).toEqual(['Data de nascimento', 'GENDER']);
    expect(referralRows(answers, campaign)).toEqual([
      { label: 'MGM_EMAIL', value: 'bia@exemplo.com.br' },
    ]);
  });

  it('show the referral code only if the campaign has referrals', async () => {
    const { consumer } = await gateway.signUp();
    const { campaign } = gateway.gateway.snapshot;
    const invited = {
      ...consumer,
      additionalFields: [{ campaignAdditionalFieldId: -1, key: 'MGM_CODE', value: 'B7K2Q' }],
    };
    expect(referralCode(invited, campaign)).toBe(consumer.mgmCode);
    expect(referralRows(invited, campaign)).toEqual([
      { label: 'Código de quem indicou você', value: 'B7K2Q' },
    ]);
    const without = { ...campaign, parameters: [] };
    expect([referralCode(invited, without), referralRows(invited, without)]).toEqual([null, []]);
  });
});
