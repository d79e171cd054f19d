// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { useLaterScript } from '../../../../src/features/receipts/receipt-parts.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

let tryAgain = () => {};

function LaterPart({ load }: { load: () => Promise<string> }) {
  const later = useLaterScript(load);
  if (later.state === 'failed') tryAgain = later.retry;
  return later.state === 'loaded' ? later.script : later.state;
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
  const root = renderInPage(<LaterPart load={load} />);
  expect(document.body.textContent).toBe('loading');
  await waitFor(() => expect(document.body.textContent).toBe('failed'));
  flushSync(tryAgain);
  expect(document.body.textContent).toBe('loading');
  await waitFor(() => expect(document.body.textContent).toBe('failed'));
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(document.body.textContent).toBe('here'));
  expect(reported).toHaveLength(2);
  root.unmount();
});
