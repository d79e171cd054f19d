import { atom } from 'nanostores';
import { is } from 'superstruct';
import { call, idempotent } from '../../client/call.ts';
import { resource } from '../../client/resource.ts';
import { errorMessages } from '../../client/result.ts';
import { draftOf } from '../../client/storage.ts';
import {
  type Consumer,
  getMeEndpoint,
  InstantPaymentKeyType,
  setInstantPaymentKeyEndpoint,
} from '../../contract/consumer.ts';
import type { Result } from '../../contract/errors.ts';
import type { Id } from '../../contract/primitives.ts';
import {
  type CashbackWallet,
  getCashbackWalletEndpoint,
  getPointsWalletEndpoint,
  withdrawCashbackEndpoint,
} from '../../contract/wallets.ts';
import { environment } from '../../environment.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { violationMessage, violationMessages } from '../../rules/messages/field-messages.ts';
import { fieldLabel } from '../../rules/messages/labels.ts';
import { formatReais } from '../../rules/money.ts';
import { formatCpf, maskDocument } from '../../rules/people/cpf-cnpj.ts';
import { formatPhone } from '../../rules/people/person-fields.ts';
import { hasEngine } from '../../rules/rewards/engines-and-reward-status.ts';
import {
  checkRandomPaymentKey,
  maskedKey,
  needsPaymentKey,
  profilePaymentKey,
  withdrawalBlocker,
} from '../../rules/rewards/withdrawal-and-payment-key.ts';
import { checkRequired, fieldViolations } from '../../rules/violation.ts';
import type { Errors, Values } from '../../ui/form.ts';
import { needsPassword, withRecentSignIn } from '../password/password-question.store.ts';
import { isSignedIn, onSignOut, watchSession } from '../session/session.store.ts';

const none = { ok: true, value: null } as const;

/** A wallet is null if the campaign has no such engine. */
const wallets = resource(
  async () => {
    const { campaign } = environment().site;
    const [cashback, points] = await Promise.all([
      hasEngine(campaign, 'CASHBACK') ? call(getCashbackWalletEndpoint) : none,
      hasEngine(campaign, 'COLLECT_TO_WIN') ? call(getPointsWalletEndpoint) : none,
    ]);
    if (!cashback.ok) return cashback;
    if (!points.ok) return points;
    return { ok: true, value: { cashback: cashback.value, points: points.value } };
  },
  { keepStale: true },
);

export const { $state: $wallets, load: loadWallets, retry: retryWallets } = wallets;

export function followWallets(): () => void {
  watchSession({ guarded: true });
  onSignOut(wallets.clear);
  return wallets.follow();
}

function cashbackTransactions(): CashbackWallet['transactions'] {
  const wallets = $wallets.get();
  return (wallets.state === 'loaded' && wallets.value.cashback?.transactions) || [];
}

export function newestWithdrawals({ transactions }: Pick<CashbackWallet, 'transactions'>) {
  return transactions
    .filter(({ type }) => type === 'WITHDRAW')
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

export function valueOnItsWay(transactions: CashbackWallet['transactions']): number {
  return transactions
    .filter(({ status }) => status === 'PENDING' || status === 'TRANSFER_REQUESTED')
    .reduce((sum, { value }) => sum + value, 0);
}

type Withdrawal =
  | { step: 'idle' }
  | { step: 'starting' }
  | { step: 'asking-key'; wallet: CashbackWallet; consumer: Consumer }
  | { step: 'failed'; lines: readonly string[] }
  | { step: 'requested'; value: number };

const idle: Withdrawal = { step: 'idle' };

export const $withdrawal = atom<Withdrawal>(idle);

export async function startWithdrawal(wallet: CashbackWallet): Promise<void> {
  if ($withdrawal.get().step === 'starting' || withdrawalBlocker(wallet)) return;
  onSignOut(endWithdrawal);
  $withdrawal.set({ step: 'starting' });
  try {
    const { campaign } = environment().site;
    const result = await (needsPaymentKey(campaign) ? askForKey(wallet) : withdraw(wallet));
    if (!result.ok) showFailure(result.error);
  } catch (failure) {
    environment().report(failure);
    showFailure(failure);
  }
}

/** A withdrawal takes the whole balance, which may be another by now than the one that failed. */
export function retryText({ balance }: Pick<CashbackWallet, 'balance'>, failed: number): string {
  return balance === failed ? 'Tentar de novo' : `Sacar ${formatReais(balance)}`;
}

export function endWithdrawal(): void {
  $withdrawal.set(idle);
}

async function askForKey(wallet: CashbackWallet): Promise<Result<Consumer>> {
  const me = await call(getMeEndpoint);
  if (me.ok) $withdrawal.set({ step: 'asking-key', wallet, consumer: me.value });
  return me;
}

/** Has one idempotency key per wallet, so that a repeated request withdraws once. */
const withdrawOnce = idempotent((wallet: CashbackWallet) => wallet);

async function withdraw(wallet: CashbackWallet): Promise<Result<unknown>> {
  const { track } = environment();
  void track('withdraw_save');
  const request = withdrawOnce(wallet, (_, key) =>
    call(withdrawCashbackEndpoint, { idempotencyKey: key }),
  );
  const result = await request.finally(loadWallets);
  if (!result.ok) return result;
  $withdrawal.set({ step: 'requested', value: withdrawnValue(wallet) });
  void track('withdraw');
  return result;
}

/** The gateway withdraws what the wallet holds by then, which may no longer be what was shown. */
function withdrawnValue({ balance, transactions: seen }: CashbackWallet): number {
  const isNew = (id: Id) => seen.every((earlier) => earlier.id !== id);
  const withdrawal = cashbackTransactions().find(
    ({ id, type }) => type === 'WITHDRAW' && isNew(id),
  );
  return withdrawal?.value ?? balance;
}

/** Shows nothing if the session has ended, because the page is being left. */
function showFailure(problem: unknown): void {
  $withdrawal.set(isSignedIn() ? { step: 'failed', lines: errorMessages(problem) } : idle);
}

/** `instantPaymentKeyValue` is for a random key; all others come from the profile. */
export function paymentKeyFormConfig(consumer: Consumer, wallet: CashbackWallet) {
  const labels = {
    instantPaymentKeyType: fieldLabel('instantPaymentKeyType'),
    instantPaymentKeyValue: fieldLabel('instantPaymentKeyValue'),
  };
  return {
    id: 'chave-pix',
    labels,
    initial: initialKey(consumer),
    draft: draftOf('chave-pix'),
    validate: (values: Values) => keyErrors(values, consumer),
    async submit(values: Values) {
      const asking = $withdrawal.get();
      const type = InstantPaymentKeyType.create(values['instantPaymentKeyType']);
      const saved = await withRecentSignIn(() =>
        call(setInstantPaymentKeyEndpoint, {
          body: {
            instantPaymentKeyType: type,
            instantPaymentKeyValue: keyValue(type, values, consumer),
          },
        }),
      );
      // A user who has closed the dialog meanwhile wants no withdrawal.
      return saved.ok && $withdrawal.get() === asking ? withdraw(wallet) : saved;
    },
    explain(problem: unknown) {
      if (needsPassword(problem)) return [];
      // A form whose dialog was closed shows nothing itself.
      if ($withdrawal.get() === idle) showFailure(problem);
      return errorMessages(problem, labels);
    },
  };
}

export function keyTypeOf({ instantPaymentKeyType }: Values): InstantPaymentKeyType | null {
  return is(instantPaymentKeyType, InstantPaymentKeyType) ? instantPaymentKeyType : null;
}

export function profileKeyText(
  type: Exclude<InstantPaymentKeyType, 'RANDOM'>,
  consumer: Consumer,
): string {
  return keyText(type, profilePaymentKey(type, consumer) ?? '');
}

function keyText(type: InstantPaymentKeyType, key: string): string {
  if (type === 'CPF') return formatCpf(key);
  if (type === 'RANDOM') return maskedKey(type, key);
  return type === 'PHONE' ? formatPhone(key) : key;
}

type Transaction = CashbackWallet['transactions'][number];

/** What becomes of the money, unless it has arrived. */
export function withdrawalNote({
  status,
  paymentKey: key,
  payableFrom,
}: Pick<Transaction, 'status' | 'paymentKey' | 'payableFrom'>): string {
  if (status === 'PENDING' && key) {
    const shown = key.type === 'CPF' ? maskDocument(key.value) : keyText(key.type, key.value);
    const when = payableFrom ? `, depois de ${formatDateTime(payableFrom)}: a chave é nova` : '';
    return `Vai por Pix para a chave ${shown}${when}`;
  }
  if (status === 'TRANSFER_REQUESTED') return 'O pagamento já foi pedido ao banco.';
  return status === 'ERROR' ? 'O pagamento não foi feito. O valor voltou para o seu saldo.' : '';
}

/** The key used last; one from the profile is reread, because it may have changed. */
function initialKey({ bankInfo }: Consumer): Values {
  const type = bankInfo?.instantPaymentKeyType;
  const value = type === 'RANDOM' ? bankInfo?.instantPaymentKeyValue : null;
  return { instantPaymentKeyType: type ?? '', instantPaymentKeyValue: value ?? '' };
}

function keyValue(type: InstantPaymentKeyType, values: Values, consumer: Consumer): string {
  return profilePaymentKey(type, consumer) ?? values['instantPaymentKeyValue']?.trim() ?? '';
}

function keyErrors(values: Values, consumer: Consumer): Errors {
  const type = keyTypeOf(values);
  if (type === null) return { instantPaymentKeyType: violationMessage('REQUIRED') };
  const value = keyValue(type, values, consumer);
  const violation = type === 'RANDOM' ? checkRandomPaymentKey(value) : checkRequired(value);
  return violationMessages(fieldViolations([['instantPaymentKeyValue', violation]]));
}
