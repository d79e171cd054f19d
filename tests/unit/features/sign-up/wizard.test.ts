import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readCredentials } from '../../../../src/client/credentials.ts';
import { getMeEndpoint } from '../../../../src/contract/consumer.ts';
import { openSignUpPoll } from '../../../../src/features/polls/poll-dialog.tsx';
import { consumerTypeOf } from '../../../../src/features/sign-up/sign-up-fields.ts';
import { createWizard, pageWizard, wizardSteps } from '../../../../src/features/sign-up/wizard.ts';
import { doublePressMs } from '../../../../src/ui/dialog.tsx';
import { startFastTime, stopFastTime } from '../../../support/fast-time.ts';
import { wholeSecond } from '../../../support/gateway.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { typedCompany, typedPerson } from '../../../support/people.ts';
import { openHost, setParameter, type TestHost } from '../../../support/site-environment.ts';

let host: TestHost;

startFastTime();
afterAll(stopFastTime);
const gateway = await gatewayOfFile({
  variant: 'all',
  now: wholeSecond(),
});
beforeEach(() => {
  host = openHost(gateway);
  host.site.campaign = structuredClone(host.site.campaign);
});

type Wizard = ReturnType<typeof createWizard>;

/** Fills everything in and presses the button of each step. */
async function goThrough({ form, parts, $stepIndex }: Wizard, typed: Record<string, string>) {
  for (const [name, value] of Object.entries(typed)) form.change(name, value);
  for (const part of parts.slice($stepIndex.get())) {
    await part.submit();
    vi.advanceTimersByTime(doublePressMs);
  }
}

describe('the steps', () => {
  const stepsAsked = () => wizardSteps(host.site.campaign).map(({ name }) => name);

  test('ask an address only where the campaign wants it', () => {
    expect(stepsAsked()).toEqual(['Acesso', 'Dados', 'Endereço']);
    setParameter(host.site, 'CONSUMER_ADDRESS_REQUIRED', '');
    expect(stepsAsked()).toEqual(['Acesso', 'Dados']);
  });

  test('name the person or the company only where the campaign takes no other', () => {
    const second = (types: string) => {
      setParameter(host.site, 'CONSUMER_REGISTER_TYPES', types);
      return stepsAsked()[1];
    };
    expect(['PERSON', 'CORPORATE', 'PERSON,CORPORATE'].map(second)).toEqual([
      'Informações Pessoais',
      'Dados da Empresa',
      'Dados',
    ]);
  });

  test('begin with e-mail, password and opt-ins', () => {
    const { parts } = createWizard(host.site);
    expect(Object.keys(parts[0]?.labels ?? {})).toEqual([
      'email',
      'password',
      'optIns.PRIVACY',
      'optIns.BRAND',
    ]);
  });
});

describe('a person who signs up', () => {
  test.each([
    ['PERSON', 'PERSON', 'PERSON'],
    ['CORPORATE', 'CORPORATE', 'CORPORATE'],
    ['PERSON,CORPORATE', 'PERSON', 'CORPORATE'],
    ['', 'PERSON', 'PERSON'],
  ])('is at first, in mode %s, %s, and by choice of a company %s', (mode, first, chosen) => {
    const { campaign } = host.site;
    setParameter(host.site, 'CONSUMER_REGISTER_TYPES', mode);
    expect(consumerTypeOf(campaign, {})).toBe(first);
    expect(consumerTypeOf(campaign, { type: 'CORPORATE' })).toBe(chosen);
  });

  test('is asked nothing of a person as a company, and the other way round', () => {
    const { form } = createWizard(host.site);
    expect(Object.keys(form.$errors.get())).toEqual(
      expect.arrayContaining(['document', 'name', 'birthDate']),
    );
    form.change('type', 'CORPORATE');
    const fieldNames = Object.keys(form.$errors.get());
    expect(fieldNames).toEqual(
      expect.arrayContaining([
        'companyDocument',
        'companyName',
        'representativeName',
        'representativeDocument',
      ]),
    );
    expect(fieldNames).not.toContain('birthDate');
    expect(fieldNames).not.toContain('document');
  });

  test('may change their mind and lose nothing', () => {
    const { form } = createWizard(host.site);
    form.change('document', '529.982.247-25');
    form.change('phone', '(41) 99999-0000');
    form.change('type', 'CORPORATE');
    form.change('companyDocument', '11.222.333/0001-81');
    form.change('type', 'PERSON');
    expect(form.$values.get()).toMatchObject({
      document: '529.982.247-25',
      phone: '(41) 99999-0000',
      companyDocument: '11.222.333/0001-81',
    });
  });
});

describe('the wizard', () => {
  test('registers a company, signs in and goes on to the poll', async () => {
    const typed = typedCompany();
    await goThrough(createWizard(host.site), typed);
    expect(host.visited).toEqual(['#pesquisa']);
    const { body } = await gateway.call(getMeEndpoint, { token: readCredentials()?.token ?? '' });
    expect(body).toMatchObject({
      type: 'CORPORATE',
      name: typed['companyName'],
      representativeName: typed['representativeName'],
      birthDate: null,
      address: { street: 'Rua XV de Novembro', number: '100' },
    });
  });

  test('leads back to the e-mail when it is taken', async () => {
    const first = typedPerson();
    await goThrough(createWizard(host.site), first);
    const wizard = createWizard(host.site);
    await goThrough(wizard, { ...typedPerson(), email: first['email'] ?? '' });
    expect(wizard.$stepIndex.get()).toBe(0);
    expect(wizard.parts[0]?.$visibleErrors.get()).toEqual({ email: 'Email já cadastrado' });
  });

  test('reports a taken CNPJ at its own field', async () => {
    const first = typedCompany();
    await goThrough(createWizard(host.site), first);
    const wizard = createWizard(host.site);
    const companyDocument = first['companyDocument'] ?? '';
    await goThrough(wizard, { ...typedCompany(), companyDocument });
    expect(wizard.$stepIndex.get()).toBe(1);
    expect(wizard.form.$visibleErrors.get()).toEqual({
      companyDocument: 'Documento já cadastrado',
    });
  });

  test('keeps what was typed over a reload, but not the password', () => {
    const before = createWizard(host.site).form;
    before.restore();
    for (const [name, value] of Object.entries(typedCompany())) before.change(name, value);
    const after = createWizard(host.site).form;
    after.restore();
    const { password, ...rest } = before.$values.get();
    expect(password).not.toBe('');
    expect(after.$values.get()).toEqual(rest);
  });

  test('is the same one when its dialog opens again, until it was sent', async () => {
    vi.stubGlobal('window', new EventTarget());
    const wizard = pageWizard(host.site);
    wizard.form.change('password', 'Escova1');
    expect(pageWizard(host.site)).toBe(wizard);
    await goThrough(wizard, typedPerson());
    expect(pageWizard(host.site)).not.toBe(wizard);
    vi.unstubAllGlobals();
  });
});

describe('after the wizard', () => {
  test('the poll after a sign-up is there to be shown', async () => {
    await goThrough(createWizard(host.site), typedPerson());
    expect(await openSignUpPoll()).not.toBeNull();
    expect(host.visited).toEqual(['#pesquisa']);
  });

  test('the new receipt opens at once if there is no poll', async () => {
    await goThrough(createWizard(host.site), typedPerson());
    host.interruptions.push(Response.json([]));
    expect(await openSignUpPoll()).toBeNull();
    expect(host.visited).toEqual(['#pesquisa', '/nova-nota']);
  });
});
