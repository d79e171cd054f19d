import { finishHandoff } from '../../client/handoff.ts';
import type { Outcome } from '../../client/outcome.ts';
import { environment } from '../../environment.ts';
import { enter } from './session.store.ts';
import { isLocalPath, wantedKey } from './wanted-path.ts';

/**
 * The page `/continuar#codigo=…&para=/…`: the code leaves the address at once and is exchanged for
 * a session. Whoever cannot be let in signs in, and goes on from there.
 * @param referrer only a page of this site hands anybody over: a stranger's link signs nobody in
 */
export async function arrive(
  { origin, pathname, hash }: Pick<Location, 'origin' | 'pathname' | 'hash'>,
  referrer: string,
): Promise<void> {
  const { site, drafts, navigate } = environment();
  const asked = new URLSearchParams(hash.slice(1));
  window.history.replaceState(null, '', pathname);
  const path = localPath(asked.get('para'), origin);
  const isOurs = referrer.startsWith(`${origin}/`);
  if (isOurs && (await isLetIn(asked.get('codigo') ?? ''))) return navigate(path, 'replace');
  drafts.set(wantedKey, path);
  navigate(site.hotsite.login.newPageEnabled ? '/entrar' : '/#entrar', 'replace');
}

async function isLetIn(code: string): Promise<boolean> {
  try {
    return (await takeOver(code)).ok;
  } catch (failure) {
    environment().report(failure);
    return false;
  }
}

/** Goes on with the session that somebody began in a frame. Throws Failure. */
async function takeOver(code: string): Promise<Outcome<null>> {
  const handed = await finishHandoff(code);
  if (!handed.ok) return handed;
  const outcome = await (await environment().identity()).signInWithToken(handed.answer.customToken);
  if (!outcome.ok) return outcome;
  enter(outcome.answer.email, outcome.answer);
  return { ok: true, answer: null };
}

/** A path of this site; the home page for anything else. */
function localPath(asked: string | null, origin: string): string {
  const url = new URL(asked ?? '/', origin);
  const isLocal = url.origin === origin && isLocalPath(url.pathname);
  return isLocal ? url.pathname + url.search + url.hash : '/';
}
