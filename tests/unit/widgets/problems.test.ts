// @vitest-environment happy-dom
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { reportProblem } from '../../../widgets/host/report-problem.ts';
import { explain } from '../../../widgets/problems/explain.ts';

const origin = 'https://promocao.example';

let warn: MockInstance<typeof console.warn>;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockReturnValue();
});

test('a frame of another site in the page is not taken for the promotion’s', () => {
  const page = document.createElement('html');
  page.innerHTML = '<body><iframe src="https://videos.example/1"></iframe></body>';
  reportProblem(page, 'ELEMENT_NOT_FOUND', '<promo-login>');
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.not.stringContaining('videos.example'));
});

test('a campaign that came after the element is not reported as missing', async () => {
  const host = document.createElement('promo-where-to-buy');
  const problem = { host, code: 'CAMPAIGN_MISSING', about: '', origin } as const;
  await explain(problem);
  expect(warn).toHaveBeenCalledOnce();
  host.setAttribute('campaign', '19');
  await explain(problem);
  expect(warn).toHaveBeenCalledOnce();
});
