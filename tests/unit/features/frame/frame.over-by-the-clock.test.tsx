// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { FrameBehaviour } from '../../../../src/features/frame/frame.island.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { waitFor } from '../../../support/wait-for.ts';

const today = '2026-11-23';
const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today }),
);

it('a frame that takes the promotion for over starts untouched, and asks the gateway', async () => {
  document.documentElement.dataset['phase'] = 'over';
  const asked: string[] = [];
  setEnvironment(
    pageEnvironment({
      site,
      fetch: async (input) => {
        asked.push(String(input));
        return Response.json([]);
      },
      phase: () => 'over',
    }),
  );
  const { default: touch } = await import('../../../../src/integrations/touch-directive.ts');
  const frame = document.createElement('div');
  const root = createRoot(frame);
  const hydrate = async () =>
    flushSync(() => root.render(<FrameBehaviour site={site} ownDialog={null} />));
  touch(async () => hydrate, {} as never, frame);
  await waitFor(() => expect(asked).toEqual([expect.stringMatching(/poll$/)]));
  root.unmount();
});
