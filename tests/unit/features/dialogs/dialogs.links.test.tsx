// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { Dialogs } from '../../../../src/features/dialogs/dialogs.island.tsx';
import { homeProps } from '../../../../src/layouts/site-props.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const site = homeProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

beforeEach(() => {
  setEnvironment(pageEnvironment({ site }));
  window.history.replaceState(null, '', '/');
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** @returns whether the link was left to the browser */
function press(address: string): boolean {
  const link = document.createElement('a');
  link.href = address;
  document.body.append(link);
  return link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

test('a link to a dialog opens it with one entry in the history, however often it is pressed', async () => {
  const push = vi.spyOn(window.history, 'pushState');
  renderInPage(<Dialogs site={site} />);
  expect(press('/#fale-conosco')).toBe(false);
  expect(press('/#fale-conosco')).toBe(false);
  expect(push).toHaveBeenCalledTimes(1);
  await waitFor(() =>
    expect(document.querySelector('dialog')?.textContent).toContain('Fale conosco'),
  );
});

test.each(['/#conteudo', '/faq#fale-conosco', '/?mgm=abc#fale-conosco'])(
  'a link to %s is left to the browser',
  (address) => {
    const root = renderInPage(<Dialogs site={site} />);
    expect(press(address)).toBe(true);
    root.unmount();
  },
);

test('a frame’s links are left to the frame, which leaves no entry in the history of the page around it', () => {
  vi.spyOn(window, 'top', 'get').mockReturnValue(null);
  const push = vi.spyOn(window.history, 'pushState');
  renderInPage(<Dialogs site={site} />);
  expect(press('/#fale-conosco')).toBe(true);
  expect(push).not.toHaveBeenCalled();
});
