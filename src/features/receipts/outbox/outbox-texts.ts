import { errorMessages, hasNoAnswer, type NetworkError } from '../../../client/result.ts';
import type { ApiError } from '../../../contract/errors.ts';
import { environment, isClosed, type SiteProps } from '../../../environment.ts';
import { dayInSaoPaulo, instantOf, momentInSentence } from '../../../rules/dates.ts';
import { receiptLabels } from '../form/receipt-values.ts';
import type { OutboxItem } from './outbox.store.ts';

const stateLabels: Readonly<Record<OutboxItem['state'], string>> = {
  queued: 'Aguardando envio',
  sending: 'Enviando',
  refused: 'Recusada',
  sent: 'Enviada',
};

export function itemLabel(item: OutboxItem): string {
  if (isDuplicate(item)) return 'Já cadastrada';
  return isUnexplained(item) ? 'Não enviada' : stateLabels[item.state];
}

export function outboxTitle(items: readonly OutboxItem[]): string {
  const [one, many] = outboxTitles(items);
  const waitingCount = items.filter(isWaiting).length;
  return (waitingCount || items.length) === 1 ? one : many;
}

function outboxTitles(items: readonly OutboxItem[]): readonly [one: string, many: string] {
  if (items.some(isWaiting)) return ['Nota aguardando envio', 'Notas aguardando envio'];
  const sentCount = items.filter(({ state }) => state === 'sent').length;
  if (sentCount > 0) {
    return [
      'Nota enviada',
      sentCount < items.length ? 'Notas enviadas e recusadas' : 'Notas enviadas',
    ];
  }
  if (items.every(isDuplicate)) return ['Nota já cadastrada', 'Notas já cadastradas'];
  if (items.every(isUnexplained)) {
    return ['Não conseguimos enviar esta nota', 'Não conseguimos enviar estas notas'];
  }
  if (items.every(isToCorrect)) return ['Corrija esta nota', 'Corrija estas notas'];
  return ['Nota recusada', 'Notas recusadas'];
}

export function storedText(count: number): string {
  return count === 1
    ? 'Vai sozinha assim que der, com esta página aberta. Até lá fica guardada neste aparelho, só para você, mesmo que saia da conta.'
    : 'Vão sozinhas assim que der, com esta página aberta. Até lá ficam guardadas neste aparelho, só para você, mesmo que saia da conta.';
}

export function signedOutText(items: readonly OutboxItem[]): string {
  const waitingCount = items.filter(isWaiting).length;
  if (waitingCount === 0) return 'Para ver e corrigir, entre na sua conta';
  const kept = waitingCount === 1 ? 'Sua nota continua guardada' : 'Suas notas continuam guardadas';
  return `${kept} neste aparelho. Para enviar, entre na sua conta`;
}

export function isWaiting({ state }: OutboxItem): boolean {
  return state === 'queued' || state === 'sending';
}

export function isDuplicate(item: OutboxItem): boolean {
  return item.state === 'refused' && item.refusal.code === 'DUPLICATE';
}

export const repeatedText = 'Ela já está no seu cadastro ou no de outra pessoa.';

/** True for an answer that says nothing of the receipt, as proxies and the bot check give. */
export function isUnexplained(item: OutboxItem): boolean {
  if (item.state !== 'refused') return false;
  const { code, status } = item.refusal;
  return code === String(status) || code === 'BOT_CHECK_FAILED';
}

export function problemText(problem: ApiError | 'unavailable'): string {
  const reason =
    problem === 'unavailable' ? 'O sistema não respondeu.' : errorMessages(problem).join(' ');
  return `${reason.replace(/\.?$/, '.')} Vamos tentar de novo em alguns minutos.`;
}

export function isToCorrect(item: OutboxItem): boolean {
  return item.state === 'refused' && canBeCorrected(item.refusal);
}

const countedStates = {
  sent: ['nota enviada', 'notas enviadas'],
  refused: ['nota recusada', 'notas recusadas'],
  queued: ['nota aguardando envio', 'notas aguardando envio'],
} as const;

export function outboxText(items: readonly OutboxItem[]): string {
  const count = (state: OutboxItem['state']) => items.filter((item) => item.state === state).length;
  if (count('sending') > 0) return 'Enviando a nota guardada…';
  return (['sent', 'refused', 'queued'] as const)
    .filter((state) => count(state) > 0)
    .map((state) => `${count(state)} ${countedStates[state][count(state) === 1 ? 0 : 1]}`)
    .join('. ');
}

export function refusedLines(
  refusal: ApiError,
  site: Pick<SiteProps, 'campaign' | 'hotsite'>,
): string[] {
  return errorMessages(refusal, receiptLabels(site));
}

/** False for a receipt that came too late, and for every receipt after the end. */
function canBeCorrected({ code }: ApiError): boolean {
  return code !== 'CAMPAIGN_OVER' && !isClosed();
}

interface QueuedText {
  /** Comes first and stands out, where there is more to say. */
  lead?: string;
  text: string;
  reason?: string;
}

export function queuedText(failure: NetworkError): QueuedText {
  const queued = sentLaterText(failure);
  const { now, site } = environment();
  const { endsAt } = site.campaign;
  const isLastDay = dayInSaoPaulo(now()) === dayInSaoPaulo(instantOf(endsAt));
  if (!isLastDay) return queued;
  return { ...queued, text: `${queued.text} Ela precisa chegar até ${momentInSentence(endsAt)}.` };
}

function sentLaterText(failure: NetworkError): QueuedText {
  const stored = 'Sua nota ficou guardada neste aparelho';
  const start = `${stored} e será enviada`;
  if (failure.kind === 'offline')
    return {
      text: `Sem conexão. ${start} quando a internet voltar e esta página estiver aberta.`,
    };
  if (hasNoAnswer(failure)) return { text: `${start} em seguida. Mantenha esta página aberta.` };
  return {
    lead: `${stored}.`,
    text: 'Será enviada quando o sistema voltar e esta página estiver aberta.',
    reason: errorMessages(failure).join(' '),
  };
}
