/** The poll comes with a script of its own, once a receipt is saved. */
export async function loadPollAfter() {
  const { PollAfter } = await import('../polls/poll-after.island.tsx');
  return PollAfter;
}
