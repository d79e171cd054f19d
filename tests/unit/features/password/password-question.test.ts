import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getMeEndpoint } from '../../../../src/contract/consumer.ts';
import {
  $passwordQuestion,
  closePasswordQuestion,
  passwordQuestionFormConfig,
} from '../../../../src/features/password/password-question.store.ts';
import {
  $download,
  downloadPersonalData,
} from '../../../../src/features/personal-data/personal-data.store.ts';
import {
  $wallets,
  $withdrawal,
  endWithdrawal,
  loadWallets,
  paymentKeyFormConfig,
} from '../../../../src/features/wallets/wallets.store.ts';
import { createForm, type FormStore } from '../../../../src/ui/form.ts';
import type { TestConsumer } from '../../../support/gateway.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { signedInWithCashback } from '../../../support/signed-in-host.ts';
import type { TestHost } from '../../../support/site-environment.ts';
import { waitFor } from '../../../support/wait-for.ts';

const gateway = await gatewayOfFile({ variant: 'all' });
let host: TestHost;
let ana: TestConsumer;

beforeEach(async () => {
  ({ host, consumer: ana } = await signedInWithCashback(gateway));
  gateway.passTime(11 * 60_000);
});
afterEach(() => {
  closePasswordQuestion();
  endWithdrawal();
});

const opened = () => waitFor(() => expect($passwordQuestion.get().state).toBe('open'));

async function answerQuestion(password: string): Promise<FormStore> {
  await opened();
  const form = createForm(passwordQuestionFormConfig());
  form.change('password', password);
  await form.submit();
  return form;
}

describe('a download of all data', () => {
  test('starts by itself once the password was confirmed', async () => {
    const downloading = downloadPersonalData();
    await answerQuestion(ana.password);
    await downloading;
    expect([$passwordQuestion.get().state, $download.get().state]).toEqual(['closed', 'saved']);
    expect(host.saved).toHaveLength(1);
  });

  test('waits while its field says that the password is wrong', async () => {
    const downloading = downloadPersonalData();
    const form = await answerQuestion('errada');
    expect(form.$visibleErrors.get()).toEqual({ password: 'Usuário/senha incorreto.' });
    expect([$passwordQuestion.get().state, $download.get().state]).toEqual(['open', 'preparing']);
    await answerQuestion(ana.password);
    await downloading;
    expect(host.saved).toHaveLength(1);
  });

  test('starts with the same password once the identity service answers again', async () => {
    const downloading = downloadPersonalData();
    await opened();
    const tooMany = { error: { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } };
    host.intercept('POST /accounts:signInWithPassword', Response.json(tooMany, { status: 400 }));
    const form = await answerQuestion(ana.password);
    expect(form.$visibleErrors.get()).toEqual({});
    expect(form.$step.get()).toEqual({
      step: 'failed',
      lines: ['Você excedeu o número de tentativas.'],
    });
    await form.submit();
    await downloading;
    expect(host.saved).toHaveLength(1);
  });

  test('is cancelled without an alert when the dialog is closed', async () => {
    const downloading = downloadPersonalData();
    await opened();
    closePasswordQuestion();
    await downloading;
    expect([$download.get(), host.saved]).toEqual([{ state: 'idle' }, []]);
  });
});

describe('a withdrawal with its key', () => {
  const random = '123e4567-e89b-42d3-a456-426614174000';

  async function sendKey(): Promise<{ form: FormStore; sent: Promise<void> }> {
    await loadWallets();
    const wallets = $wallets.get();
    if (wallets.state !== 'loaded' || !wallets.value.cashback)
      throw new Error('No wallet was loaded');
    const form = createForm(paymentKeyFormConfig(ana.consumer, wallets.value.cashback));
    form.change('instantPaymentKeyType', 'RANDOM');
    form.change('instantPaymentKeyValue', random);
    return { form, sent: form.submit() };
  }

  test('starts by itself once the password was confirmed', async () => {
    const { form, sent } = await sendKey();
    await answerQuestion(ana.password);
    await sent;
    expect(form.$step.get()).toEqual({ step: 'sent' });
    expect($withdrawal.get()).toEqual({ step: 'requested', value: 12 });
    const token = await gateway.signIn(ana);
    const { bankInfo } = (await gateway.call(getMeEndpoint, { token })).body;
    expect(bankInfo?.instantPaymentKeyValue).toBe(random);
  });

  test('keeps what was typed, and says nothing, when the dialog is closed', async () => {
    const { form, sent } = await sendKey();
    await opened();
    closePasswordQuestion();
    await sent;
    expect(form.$step.get()).toEqual({ step: 'idle' });
    expect(form.$values.get()).toMatchObject({ instantPaymentKeyValue: random });
    expect($withdrawal.get().step).not.toBe('requested');
  });
});
