import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { environment } from '../../environment.ts';

/** No draw has a number left: a receipt sent now is told so before, not after. */
export const $seriesExhausted = atom(false);

/** Loads after the page. If it fails, people can still send receipts. */
export async function loadSeries(): Promise<void> {
  const hasDraw = environment().site.campaign.engines.some(({ type }) => type === 'DRAW');
  if (!hasDraw) return;
  try {
    const [{ getTransparency }, { seriesExhausted }] = await Promise.all([
      import('../../contract/transparency.ts'),
      import('../../rules/lucky-numbers.ts'),
    ]);
    const outcome = await call(getTransparency);
    if (outcome.ok) $seriesExhausted.set(outcome.value.draws.every(seriesExhausted));
  } catch (failure) {
    environment().report(failure);
  }
}
