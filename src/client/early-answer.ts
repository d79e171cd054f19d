/** What a page has asked the gateway for before its islands were there (layouts/early-requests.ts). */
export interface EarlyAnswers {
  /** Whose answers they are: the `authorization` that asked. */
  bearer: string;
  /** By address; null where none came. */
  answers: Record<string, Promise<Response | null>>;
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers;
  }
}

/** `fetch`, but for what was asked for early: an answer serves once, and only whom it was asked for. */
export const fetchUnlessEarly: typeof fetch = async (...request) => {
  const [address, { method, headers, signal } = {}] = request;
  const { bearer, answers = {} } = window.earlyAnswers ?? {};
  const early = answers[String(address)];
  if (method === 'GET' && early && new Headers(headers).get('authorization') === bearer) {
    delete answers[String(address)];
    const answer = await early;
    signal?.throwIfAborted();
    if (answer?.ok) return answer;
  }
  return window.fetch(...request);
};
