import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readCredentials } from '../../../../src/client/credentials.ts';
import { checkPollEndpoint } from '../../../../src/contract/polls.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import {
  $pollRefusal,
  fieldGroups,
  longFormConfig,
  sectionProgress,
  signUpSections,
  ungroupedFields,
} from '../../../../src/features/sign-up/long-form.store.ts';
import { addedStateFields } from '../../../../src/features/sign-up/sign-up-fields.ts';
import { goToNewReceipt } from '../../../../src/features/sign-up/sign-up-form.tsx';
import { createForm } from '../../../../src/ui/form.ts';
import { startFastTime, stopFastTime } from '../../../support/fast-time.ts';
import { wholeSecond } from '../../../support/gateway.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { typedCompany, typedPerson } from '../../../support/people.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';

let host: TestHost;

startFastTime();
afterAll(stopFastTime);
const gateway = await gatewayOfFile({
  variant: 'all',
  now: wholeSecond(),
});
beforeEach(() => {
  host = openHost(gateway);
});

/** Answers to the two questions of the embedded poll: one of the options, and yes. */
const answers = { 'poll.311': 'No mercado', 'poll.312': 'true' };

function fill(typed: Record<string, string>) {
  const poll = gateway.gateway.snapshot.polls.find(({ id }) => id === 31) ?? null;
  const form = createForm(longFormConfig(host.site, poll));
  for (const [name, value] of Object.entries(typed)) form.change(name, value);
  return form;
}

const paths = () => host.requests.map(({ url }) => new URL(url).pathname);
const isAnswerable = async () => {
  const token = readCredentials()?.token ?? '';
  const { body } = await gateway.call(checkPollEndpoint, { token, parameters: { pollId: 31 } });
  return body.available;
};

describe('the sign-up page', () => {
  test('creates the consumer, signs in, answers the poll, reports the lead, and continues', async () => {
    const order: string[] = [];
    setEnvironment({
      ...host,
      track: async (event) => void order.push(event, paths().at(-1) ?? ''),
      navigate: (path) => void order.push(path),
    });
    await fill({ ...typedPerson(), ...answers }).submit();
    expect(order).toEqual(['lead', '/api/v2/campaign/19/poll/31/answer', '/nova-nota']);
    expect(await isAnswerable()).toBe(false);
  });

  test('registers a company', async () => {
    await fill(typedCompany()).submit();
    expect(host.visited).toEqual(['/nova-nota']);
  });

  test('counts what is filled in, and asks for no city before there is a postal code', () => {
    const address = (typed: Record<string, string>) => {
      const form = fill(typed);
      const sections = signUpSections(host.site.campaign, 'PERSON');
      const { steps } = sectionProgress(sections, form.$errors.get());
      const { done, required } = steps.find(({ id }) => id === 'address') ?? {};
      return [done, required?.length];
    };
    expect(address({})).toEqual([0, 4]);
    expect(address({ 'address.number': '100' })).toEqual([1, 4]);
    expect(address(typedPerson())).toEqual([4, 4]);
  });

  test('sends no answers when none was given', async () => {
    await fill(typedPerson()).submit();
    expect(host.visited).toEqual(['/nova-nota']);
    expect(paths().filter((path) => path.includes('/poll/'))).toEqual([]);
    expect(await isAnswerable()).toBe(true);
  });

  test('waits for the rest of a poll that was begun', () => {
    const form = fill({ ...typedPerson(), 'poll.312': 'false' });
    expect(form.$errors.get()).toEqual({ 'poll.311': 'Campo obrigatório' });
    form.change('poll.312', '');
    expect(form.$errors.get()).toEqual({});
  });

  test('says that the answers failed, and the person continues anyway', async () => {
    host.intercept('POST /answer', Response.json({}, { status: 500 }));
    const form = fill({ ...typedPerson(), ...answers });
    await form.submit();
    expect($pollRefusal.get()).toEqual([
      'Ocorreu algum erro interno, entre com contato com o suporte. (Cód.: 500)',
    ]);
    expect(form.$step.get()).toEqual({ step: 'sent' });
    expect(host.visited).toEqual([]);
    goToNewReceipt();
    expect(host.visited).toEqual(['/nova-nota']);
  });
});

test('additional fields stand in their order, groups by their lowest field', () => {
  const { campaign } = host.site;
  const turned = { ...campaign, additionalFields: campaign.additionalFields.toReversed() };
  expect(addedStateFields(turned).map(({ key }) => key)).toEqual(['ADDRESS_STATE']);
  expect(ungroupedFields(turned).map(({ key }) => key)).toEqual(['MGM_EMAIL']);
  expect(
    fieldGroups(turned).map(({ group, fields }) => [group.name, ...fields.map(({ key }) => key)]),
  ).toEqual([
    ['Sobre você', 'GENDER', 'SOCIAL_MEDIA_PROFILE'],
    ['Suas compras', 'STORE_TYPE'],
  ]);
});
