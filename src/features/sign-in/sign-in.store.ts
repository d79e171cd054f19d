import { atom } from 'nanostores';
import { draftOf } from '../../client/storage.ts';
import { environment, isBeforeOpening } from '../../environment.ts';
import { newAccountParameter, signInDialog } from '../../paths.ts';
import { violationMessages } from '../../rules/messages/field-messages.ts';
import { checkEmail } from '../../rules/people/person-fields.ts';
import { isSharedFileGone, sharedFileHeaders } from '../../rules/receipts/file-limits.ts';
import { fieldViolations } from '../../rules/violation.ts';
import { sharedFileCache, sharedFileEntry, signInFormId } from '../../storage-keys.ts';
import { type FormConfig, parseDraft } from '../../ui/form.ts';

/** The sentence for what the identity service refused; null if it refused nothing. */
export const $signInRefusal = atom<string | null>(null);

export function signInFormConfig(): FormConfig {
  const labels = { email: 'Email', password: 'Senha' };
  const load = () => import('./submit-sign-in.ts');
  // A closed form may have left its refusal.
  $signInRefusal.set(null);
  return {
    id: signInFormId,
    labels,
    secret: ['password'],
    draft: draftOf(signInFormId),
    preload: async () => (await load()).checkSessionLasts(),
    validate: ({ email = '', password }) =>
      violationMessages(
        fieldViolations([
          ['email', checkEmail(email)],
          ['password', password ? null : 'REQUIRED'],
        ]),
      ),
    async submit(values) {
      $signInRefusal.set(null);
      const [result, refusal] = await (await load()).submitSignIn(values);
      $signInRefusal.set(refusal);
      return result;
    },
    explain: async (problem) =>
      $signInRefusal.get() ? [] : (await load()).explainSignIn(problem, labels),
  };
}

/** After a sign-up whose login failed: `submit-sign-up.ts` marks this form's draft, or the address. */
export function isNewAccount(): boolean {
  const isMarked = new URLSearchParams(globalThis.location?.search).has(newAccountParameter);
  return isMarked || 'isNew' in parseDraft(draftOf(signInFormId).get());
}

/** Whether a file that another app shared can still be sent; deletes one that waited too long. */
export async function hasSharedFile(): Promise<boolean> {
  if (typeof caches === 'undefined' || !(await caches.has(sharedFileCache))) return false;
  const shared = await (await caches.open(sharedFileCache)).match(sharedFileEntry);
  if (!shared) return false;
  const isGone = isSharedFileGone(shared.headers);
  if (isGone) await caches.delete(sharedFileCache);
  return !isGone && !shared.headers.has(sharedFileHeaders.violation);
}

/** Leaves the login page before the campaign starts, or if it has no sign-in page. */
export function leaveIfUnavailable(): void {
  const { site, back, navigate } = environment();
  const { enabled, newPageEnabled } = site.hotsite.login;
  if (!enabled || isBeforeOpening()) back();
  else if (!newPageEnabled) navigate(signInDialog, 'replace');
}
