// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { embeddedCampaign } from '../../../src/campaign/load.ts';
import { plainRules } from '../../../src/drawings/brand-drawings.ts';
import { Sentence } from '../../../src/features/receipts/drawings.tsx';

it('a face is typed where the campaign draws none', () => {
  const today = '2026-11-23';
  const { hotsite } = embeddedCampaign({
    variant: '19',
    window: 'live',
    tenantId: 'embedded',
    today,
  });
  const looks = (motif: typeof hotsite.theme.motif) => {
    const rules = plainRules({ ...hotsite, theme: { ...hotsite.theme, motif } });
    document.body.innerHTML = renderToStaticMarkup(<Sentence text="Não foi dessa vez :-(" />);
    document.head.innerHTML = `<style>.visually-hidden{position:absolute}${rules}</style>`;
    const [drawn, typed] = document.querySelectorAll('img, span span');
    if (!drawn || !typed) throw new Error('No face');
    return [getComputedStyle(drawn).display === 'none', getComputedStyle(typed).all === 'unset'];
  };
  expect(looks('SMILE')).toEqual([false, false]);
  expect(looks(null)).toEqual([true, true]);
});
