import { type ComponentType, useEffect, useState } from 'react';
import type { PollMoment } from '../../contract/polls.ts';
import { environment } from '../../environment.ts';
import { loadPollAfter } from './receipt-poll.ts';

type PollView = ComponentType<{ moment: PollMoment; onDone: () => void }>;

/** REC-23 and REC-24: a poll if there is one, then on. */
export function AfterReceipt({ onDone }: { onDone: () => void }) {
  const [loaded, setLoaded] = useState<{ View: PollView } | null>(null);
  useEffect(() => {
    loadPollAfter().then(
      (View) => setLoaded({ View }),
      (failure) => {
        environment().report(failure);
        onDone();
      },
    );
  }, [onDone]);
  return loaded && <loaded.View moment="AFTER_COUPON_REGISTER" onDone={onDone} />;
}
