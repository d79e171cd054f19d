// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { inNextTask, useLazyModule } from '../../../../src/features/receipts/begin-later.ts';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

let tryAgain = () => {};

interface LazyPartProps {
  load: () => Promise<string>;
  mayReloadPage?: () => Promise<boolean>;
}

function LazyPart({ load, mayReloadPage }: LazyPartProps) {
  const lazy = useLazyModule(load, mayReloadPage);
  if (lazy.state === 'failed') tryAgain = lazy.retry;
  return lazy.state === 'loaded' ? lazy.module : lazy.state;
}

test('a script that did not load is tried again when asked, and when the network is back', async () => {
  const reported: unknown[] = [];
  setEnvironment(pageEnvironment({ site, report: (failure) => void reported.push(failure) }));
  const answers = [new TypeError('offline'), new TypeError('still offline'), 'here'];
  const load = async () => {
    const answer = answers.shift();
    if (typeof answer === 'string') return answer;
    throw answer;
  };
  renderInPage(<LazyPart load={load} />);
  expect(document.body.textContent).toBe('loading');
  await waitFor(() => expect(document.body.textContent).toBe('failed'));
  flushSync(tryAgain);
  expect(document.body.textContent).toBe('loading');
  await waitFor(() => expect(document.body.textContent).toBe('failed'));
  // A view listens for the network a moment after it has said that it failed.
  await waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(document.body.textContent).toBe('here');
  });
  expect(reported).toHaveLength(2);
});

test.each([
  ['is loaded anew when nothing else helps', true, 1],
  ['that a reload would rob of a receipt stays', false, 0],
] as const)('a page with a script that its host has replaced %s', async (_, outlives, reloads) => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  onTestFinished(() => reload.mockRestore());
  setEnvironment(pageEnvironment({ site, report: () => {} }));
  const load = vi.fn(() => Promise.reject(new TypeError('gone')));
  renderInPage(<LazyPart load={load} mayReloadPage={async () => outlives} />);
  await waitFor(() => expect(document.body.textContent).toBe('failed'));
  expect(reload, 'unasked').not.toHaveBeenCalled();
  flushSync(tryAgain);
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(document.body.textContent).toBe('failed'));
  expect(reload).toHaveBeenCalledTimes(reloads);
});

test('work of a later task stops with its caller, or never begins', async () => {
  const events: string[] = [];
  const work = (name: string) => () => {
    events.push(`${name} begins`);
    return () => void events.push(`${name} stops`);
  };
  const stopBegun = inNextTask(work('begun'));
  inNextTask(work('cancelled'))();
  expect(events, 'in the task of the caller').toEqual([]);
  await new Promise((resolve) => setTimeout(resolve));
  stopBegun();
  expect(events).toEqual(['begun begins', 'begun stops']);
});
