import { useEffect, useState } from 'react';
import type { Poll, PollMoment } from '../../contract/polls.ts';
import { Loading } from '../../ui/waiting.tsx';
import { PollDialog } from './poll-dialog.tsx';
import { findOpenPoll } from './polls.store.ts';

interface PollAfterProps {
  moment: PollMoment;
  /** Called once: the poll was answered or closed, or there is none. */
  onDone: () => void;
}

/** Offers the poll of a moment, if the person may still answer one, before the flow goes on. */
export function PollAfter({ moment, onDone }: PollAfterProps) {
  const [poll, setPoll] = useState<Poll | null>(null);
  useEffect(() => {
    let gone = false;
    findOpenPoll(moment).then((found) => {
      if (gone) return;
      if (found) setPoll(found);
      else onDone();
    });
    return () => {
      gone = true;
    };
  }, [moment, onDone]);
  if (poll) return <PollDialog poll={poll} onClose={onDone} />;
  return <Loading />;
}
