// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { memoryStore } from '../../../../src/client/storage.ts';
import { type Environment, setEnvironment } from '../../../../src/environment.ts';
import { Frame } from '../../../../src/features/frame/frame.island.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';

const today = '2026-11-23';
const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today }),
);

it('a frame that takes the promotion for over starts untouched, and asks the gateway', async () => {
  document.documentElement.dataset['phase'] = 'over';
  const asked: string[] = [];
  setEnvironment({
    site,
    fetch: async (input: RequestInfo | URL) => {
      asked.push(String(input));
      return Response.json([]);
    },
    storage: memoryStore(),
    drafts: memoryStore(),
    report: () => {},
    phase: () => 'over',
    debug: () => false,
    now: () => new Date(`${today}T12:00:00Z`),
    newId: () => crypto.randomUUID(),
  } as unknown as Environment);
  const { default: touch } = await import('../../../../src/integrations/touch-directive.ts');
  const frame = document.createElement('div');
  const root = createRoot(frame);
  const hydrate = async () => flushSync(() => root.render(<Frame site={site} ownDialog={null} />));
  touch(async () => hydrate, {} as never, frame);
  await vi.waitFor(() => expect(asked).toEqual([expect.stringMatching(/poll$/)]));
  root.unmount();
});
