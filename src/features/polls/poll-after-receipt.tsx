import {
  type ComponentType,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { environment } from '../../environment.ts';
import { pollTimeoutMs } from '../../rules/campaign/polls.ts';
import { Loading } from '../../ui/loading.tsx';

type PollView = ComponentType<{ onClose: () => void }>;
/** The view of a poll that is loaded, or null if this user is not asked. */
type OpenPoll = () => Promise<PollView | null>;

/** Loads the poll while the receipt is being sent; whether this user is asked is checked later. */
export function usePreparedPoll(isWanted: boolean): RefObject<Promise<OpenPoll> | null> {
  const prepared = useRef<Promise<OpenPoll>>(null);
  useLayoutEffect(() => {
    if (!isWanted) return;
    prepared.current = prepare();
    // Without a connection; it is tried again when the poll is to open.
    prepared.current.catch(() => (prepared.current = null));
  }, [isWanted]);
  return prepared;
}

async function prepare(): Promise<OpenPoll> {
  const { preparePoll } = await import('./poll-dialog.tsx');
  return preparePoll('AFTER_COUPON_REGISTER');
}

async function open(prepared: Promise<OpenPoll> | null): Promise<PollView | null> {
  try {
    const openPoll = await (prepared ?? prepare());
    return await openPoll();
  } catch (failure) {
    environment().report(failure);
    return null;
  }
}

interface PollAfterReceiptProps {
  prepared: RefObject<Promise<OpenPoll> | null>;
  /** Called once, when the poll is answered or closed, or when there is none in time. */
  onDone: () => void;
}

export function PollAfterReceipt({ prepared, onDone }: PollAfterReceiptProps) {
  const [found, setFound] = useState<{ View: PollView } | null>(null);
  useEffect(() => {
    let isOver = false;
    const goOn = (View: PollView | null) => {
      if (isOver) return;
      isOver = true;
      if (View) setFound({ View });
      else onDone();
    };
    void open(prepared.current).then(goOn);
    const late = setTimeout(goOn, pollTimeoutMs, null);
    return () => {
      isOver = true;
      clearTimeout(late);
    };
  }, [prepared, onDone]);
  return found ? <found.View onClose={onDone} /> : <Loading />;
}
