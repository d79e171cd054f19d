import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Poll } from '../../../../src/contract/polls.ts';
import { openSignUpPoll, preparePoll } from '../../../../src/features/polls/poll-dialog.tsx';
import {
  findOpenPoll,
  pollErrors,
  pollFormConfig,
  pollOfMoment,
} from '../../../../src/features/polls/polls.ts';
import { newReceiptPath } from '../../../../src/paths.ts';
import { createForm } from '../../../../src/ui/form.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';
import { neverAnswers, type TestHost } from '../../../support/site-environment.ts';

const gateway = await gatewayOfFile({ variant: 'all' });
let host: TestHost;

beforeEach(async () => {
  ({ host } = await signedInHost(gateway));
});

async function pollAfterReceipt(): Promise<Poll> {
  const poll = await findOpenPoll(pollOfMoment('AFTER_COUPON_REGISTER'));
  if (!poll) throw new Error('The campaign has a poll after a receipt');
  return poll;
}

/** Answers for the two questions of the embedded poll: a score and yes or no. */
const answers = { 321: '10', 322: 'false' };

async function answerPollForm(poll: Poll) {
  const form = createForm(pollFormConfig(poll));
  for (const [question, value] of Object.entries(answers)) form.change(question, value);
  await form.submit();
  return form;
}

describe('the poll of a moment', () => {
  it('is that of its own moment alone', async () => {
    expect((await pollAfterReceipt()).moment).toBe('AFTER_COUPON_REGISTER');
    const atSignUp = await findOpenPoll(pollOfMoment('AFTER_CONSUMER_REGISTER'));
    expect(atSignUp?.moment).toBe('AFTER_CONSUMER_REGISTER');
  });

  it('is not offered again once it was answered', async () => {
    const form = await answerPollForm(await pollAfterReceipt());
    expect(form.$step.get()).toEqual({ step: 'sent' });
    expect(await findOpenPoll(pollOfMoment('AFTER_COUPON_REGISTER'))).toBeNull();
  });

  it('does not stop the flow when the check fails', async () => {
    host.isDown = true;
    expect(await findOpenPoll(pollOfMoment('AFTER_COUPON_REGISTER'))).toBeNull();
    expect(host.reported).toHaveLength(1);
  });
});

it('a new participant waits 3 seconds for a poll, and goes on without it', async () => {
  host.intercept('GET /poll', neverAnswers);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const opened = openSignUpPoll();
  await vi.advanceTimersByTimeAsync(2_999);
  expect(host.visited).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  expect(host.visited).toEqual([newReceiptPath]);
  expect(await opened).toBeNull();
});

describe('its questions', () => {
  it('must all be answered', async () => {
    const poll = await pollAfterReceipt();
    expect(pollErrors(poll, { 321: '10' })).toEqual({ 322: 'Campo obrigatório' });
    expect(pollErrors(poll, answers)).toEqual({});
  });

  it('accept only offered answers', async () => {
    const poll = await pollAfterReceipt();
    expect(pollErrors(poll, { ...answers, 321: '11' })).toEqual({ 321: 'Opção inválida' });
  });
});

it.each([
  [1, 'Falta 1 resposta'],
  [2, 'Faltam 2 respostas'],
  [3, 'Faltam 3 campos'],
])('of %i questions one note counts what is missing', async (count, note) => {
  const poll = await pollAfterReceipt();
  const items = [1, 2, 3].slice(0, count).map((id) => ({ ...poll.items[0], id, order: id }));
  host.intercept('GET /poll', async () => Response.json([{ ...poll, items }]));
  const PollDialog = await (await preparePoll('AFTER_COUPON_REGISTER'))();
  if (!PollDialog) throw new Error('The poll is open');
  const shown = renderToStaticMarkup(createElement(PollDialog, { onClose() {} }));
  expect(shown.match(/(?<="missing-note"[^>]*>)[^<]+/g)).toEqual([note]);
});

describe('the answers', () => {
  it('are reported and shown if they fail', async () => {
    const poll = await pollAfterReceipt();
    host.isDown = true;
    const form = await answerPollForm(poll);
    expect(form.$step.get()).toEqual({
      step: 'failed',
      lines: ['Ocorreu algum erro interno, entre com contato com o suporte. (Cód.: 500)'],
    });
    expect(host.reported).toHaveLength(1);
  });

  it('are refused in one line, and reported once, if another tab has sent some', async () => {
    const poll = await pollAfterReceipt();
    await answerPollForm(poll);
    const form = await answerPollForm(poll);
    expect(form.$step.get()).toEqual({
      step: 'failed',
      lines: ['O campo "Pesquisa" já foi respondido por você'],
    });
    expect(host.reported).toMatchObject([{ status: 409 }]);
  });
});
