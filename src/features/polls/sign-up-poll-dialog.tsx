import { environment } from '../../environment.ts';
import { PollDialog } from './poll-dialog.tsx';
import { findOpenPoll } from './polls.store.ts';

/** After the wizard: a poll if there is one, then the new receipt (WIZ-10, WIZ-11). */
export async function openSignUpPoll() {
  const poll = await findOpenPoll('AFTER_CONSUMER_REGISTER');
  if (poll) return () => <PollDialog poll={poll} onClose={startReceipts} />;
  startReceipts();
  return null;
}

function startReceipts(): void {
  environment().navigate('/nova-nota', 'replace');
}
