import { atom } from 'nanostores';
import { environment } from '../../environment.ts';

/** No draw has a number left: a receipt sent now is told so before, not after. */
export const $seriesExhausted = atom(false);

/** Asks once the page is there; who cannot be told still sends their receipt. */
export async function loadSeries(): Promise<void> {
  const hasDraw = environment().site.campaign.engines.some(({ type }) => type === 'DRAW');
  if (!hasDraw) return;
  try {
    const [{ fetchTransparency }, { seriesExhausted }] = await Promise.all([
      import('../../client/transparency.ts'),
      import('../../rules/lucky-numbers.ts'),
    ]);
    const outcome = await fetchTransparency();
    if (outcome.ok) $seriesExhausted.set(outcome.value.draws.every(seriesExhausted));
  } catch (failure) {
    environment().report(failure);
  }
}
