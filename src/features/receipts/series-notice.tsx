import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { seriesExhaustedSentence } from '../../rules/messages.ts';
import { $seriesExhausted, loadSeries } from './series.store.ts';

/** Said above a receipt that can earn no lucky numbers any more. */
export function SeriesNotice({ others }: { others: boolean }) {
  useEffect(() => void loadSeries(), []);
  if (!useStore($seriesExhausted)) return null;
  return (
    <p className="message message-info" role="status">
      {seriesExhaustedSentence}
      {others && ' Sua nota ainda vale para as outras modalidades da promoção.'}
    </p>
  );
}
