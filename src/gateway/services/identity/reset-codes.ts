import { newPasswordPath } from '../../../paths.ts';
import { addMs, hourMs, minuteMs } from '../../../rules/dates.ts';
import { violationMessage } from '../../../rules/messages/field-messages.ts';
import { checkEmail, checkPassword, normaliseEmail } from '../../../rules/people/person-fields.ts';
import { forgetBankInfo } from '../../db/queries/consumers.ts';
import {
  changePassword,
  endSessions,
  findMomentAfterSignIns,
  findResetCode,
  findUser,
  findUserByEmail,
  type IdentityUser,
  insertResetCode,
  spendResetCode,
} from '../../db/queries/identity.ts';
import {
  type AccountParts,
  type IdentityAccounts,
  type IdentityRefusal,
  isRefusalCode,
} from './identity.ts';
import { hashOfToken, newSecretToken } from './refresh-tokens.ts';

const codeMinutes = 60;

/** How many emails with a reset link one account gets within an hour. */
const emailLimit = { emails: 5, seconds: hourMs / 1000 };

export function passwordResets(
  parts: AccountParts,
): Pick<IdentityAccounts, 'checkResetRequest' | 'sendResetCode' | 'resetPassword'> {
  const { database, onNewPassword, tenantId, passwords, attempts, emails, now } = parts;
  const isForeign = (tenant: string | undefined) => tenant !== undefined && tenant !== tenantId;
  return {
    checkResetRequest(email, tenant) {
      if (isForeign(tenant)) return 'TENANT_NOT_FOUND';
      return checkEmail(email) ? 'INVALID_EMAIL' : null;
    },

    async sendResetCode(address) {
      const email = normaliseEmail(address);
      const isLimited = (await attempts.countEmail(email, emailLimit)) === 'LIMITED';
      const user = await findUserByEmail(database, tenantId, email);
      if (isLimited || !user || user.disabled) return;
      const code = newSecretToken();
      const expiresAt = addMs(now(), codeMinutes * minuteMs);
      const codeHash = hashOfToken(code);
      if (!(await insertResetCode(database, { codeHash, user, expiresAt }))) return;
      // A newer email deletes the code: this one must not arrive after it.
      const isWanted = async () => (await findResetCode(database, codeHash))?.usedAt === null;
      await emails.sendResetLink(email, `${newPasswordPath}?codigo=${code}`, isWanted);
    },

    async resetPassword({ code, newPassword, address, tenantId: tenant }) {
      if (isForeign(tenant)) return 'TENANT_NOT_FOUND';
      const user = await ownerOf(code);
      if (isRefusalCode(user) || newPassword === undefined) return user;
      const weakness = checkPassword(newPassword);
      if (weakness) return `WEAK_PASSWORD : ${violationMessage(weakness)}`;
      if (!(await setPassword(user, code, newPassword))) return 'INVALID_OOB_CODE';
      await attempts.clearFailures(user.email, address);
      return user;
    },
  };

  async function ownerOf(code: string): Promise<IdentityUser | IdentityRefusal> {
    const resetCode = await findResetCode(database, hashOfToken(code));
    const user = resetCode && (await findUser(database, tenantId, resetCode.userId));
    if (!user || resetCode.usedAt) return 'INVALID_OOB_CODE';
    if (user.disabled) return 'USER_DISABLED';
    return resetCode.expiresAt <= now() ? 'EXPIRED_OOB_CODE' : user;
  }

  async function setPassword(user: IdentityUser, code: string, password: string): Promise<boolean> {
    const passwordHash = await passwords.hash(password, { queueKey: user.id, hasPriority: true });
    return database.transaction(async (queries) => {
      if (!(await spendResetCode(queries, hashOfToken(code), now()))) return false;
      const validSince = await findMomentAfterSignIns(queries, user.id, now());
      await changePassword(queries, { id: user.id, passwordHash, validSince });
      await endSessions(queries, user.id);
      // Queued before the bank data are erased, because the email says whether there were any.
      await emails.queuePasswordChanged(queries, user);
      await forgetBankInfo(queries, user.id);
      await onNewPassword(queries, user.id);
      return true;
    });
  }
}
