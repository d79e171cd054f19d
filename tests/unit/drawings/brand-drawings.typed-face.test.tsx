// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { embeddedCampaign } from '../../../src/campaign/load.ts';
import { plainRules } from '../../../src/drawings/brand-drawings.ts';
import { Sentence } from '../../../src/features/receipts/result/engine-results.tsx';

it('a face is typed in its sentence, and drawn beside it where the campaign has a figure', () => {
  const today = '2026-11-23';
  const { hotsite } = embeddedCampaign({
    variant: '19',
    window: 'live',
    tenantId: 'embedded',
    today,
  });
  const isDrawn = (motif: typeof hotsite.theme.motif) => {
    const rules = plainRules({ ...hotsite, theme: { ...hotsite.theme, motif } });
    document.body.innerHTML = renderToStaticMarkup(
      <Sentence text="Não foi dessa vez" face=":-(" />,
    );
    document.head.innerHTML = `<style>${rules}</style>`;
    const figure = document.querySelector('img');
    if (!figure) throw new Error('No figure');
    expect(figure.alt, 'not said a second time').toBe('');
    expect(document.querySelector('.visually-hidden')).toBeNull();
    expect(document.querySelector('p')?.textContent).toBe('Não foi dessa vez :-(');
    return getComputedStyle(figure).display !== 'none';
  };
  expect(isDrawn('SMILE')).toBe(true);
  expect(isDrawn(null)).toBe(false);
});
