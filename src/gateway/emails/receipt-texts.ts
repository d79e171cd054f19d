import { myReceiptsPath, newReceiptPath, transparencyPath } from '../../paths.ts';
import { campaignPhase } from '../../rules/campaign/campaign-phase.ts';
import { formatDate } from '../../rules/dates.ts';
import { formatMoney } from '../../rules/money.ts';
import { stepAfterRejection } from '../../rules/receipts/moderation-reasons.ts';
import { creditedStatuses, isDenied } from '../../rules/receipts/receipt-status.ts';
import { luckyNumberName } from '../../rules/rewards/lucky-number-format.ts';
import {
  contactLink,
  type EmailContent,
  type EmailedReceipt,
  type EmailFacts,
  type EmailPart,
  greeting,
  prizeName,
  text,
} from './common-texts.ts';

/** An email names no more lucky numbers of its receipt. */
export const maxNumbersShown = 30;

const because = 'enviou uma nota à promoção';
const seeReceipts = { type: 'button', label: 'Ver minhas notas', path: myReceiptsPath } as const;
const keepOriginal = 'Guarde a nota original: ela é pedida na entrega dos prêmios.';

/** Null when the receipt is denied by now: another email says that. */
export function receiptReceived(
  facts: EmailFacts,
  receipt: EmailedReceipt,
  promise: string | null,
): EmailContent | null {
  if (isDenied(receipt.status)) return null;
  const earned = numbersText(receipt.numberCount);
  return {
    subject: earned ? `Recebemos sua nota: ${earned}` : 'Recebemos sua nota',
    preview: 'Avisamos por e-mail o que acontece com ela.',
    title: 'Recebemos sua nota',
    pose: 'le',
    parts: [
      text(greeting(facts), `${described(receipt)}, já está com a gente.`),
      ...numbersOf(receipt),
      ...(receipt.prizeId === null
        ? []
        : [figure('Provável ganhador de', prizeName(facts, receipt.prizeId))]),
      ...expectedRewards(receipt),
      text(
        'Agora vamos conferir a nota, e o resultado chega por aqui.',
        receipt.prizeId !== null && 'O prêmio é seu assim que ela for aprovada.',
        keepOriginal,
      ),
      seeReceipts,
      ...promiseParts(promise),
    ],
    because,
  };
}

/** Null when the new picture has already arrived. */
export function pictureWanted(facts: EmailFacts, receipt: EmailedReceipt): EmailContent | null {
  if (receipt.status !== 'REQUESTED_NEW_IMAGE' || !receipt.allowImageReplacement) return null;
  return {
    subject: 'Precisamos de outra foto da sua nota',
    preview: 'Com a imagem enviada não deu para conferir a nota. Leva um minuto.',
    title: 'Precisamos de outra foto da sua nota',
    pose: 'fotografa',
    parts: [
      text(greeting(facts), `${described(receipt)}, ainda não foi conferida.`),
      text(
        'Com a imagem enviada não deu para conferir tudo. Mande outra foto e a análise continua.',
      ),
      {
        type: 'steps',
        label: 'Para a foto sair boa',
        steps: [
          'Estique a nota sobre uma mesa, com luz clara e sem sombra.',
          'Mostre a nota inteira, do nome da loja ao código no final.',
          'Confira se dá para ler os números antes de enviar.',
        ],
      },
      { type: 'button', label: 'Enviar outra foto', path: myReceiptsPath },
      text(
        receipt.numberCount > 0 && 'Os números da sorte desta nota continuam guardados para você.',
        keepOriginal,
      ),
    ],
    because,
  };
}

export function receiptApproved(
  facts: EmailFacts,
  receipt: EmailedReceipt,
  promise: string | null,
): EmailContent | null {
  if (!creditedStatuses.includes(receipt.status) && receipt.status !== 'ERROR') return null;
  const { cashbackCentavos, points } = receipt;
  return {
    subject: 'Sua nota foi aprovada',
    preview: numbersText(receipt.numberCount) || 'Obrigado por participar!',
    title: 'Sua nota foi aprovada',
    pose: 'comemora',
    parts: [
      text(greeting(facts), 'Boa notícia!', `${described(receipt)}, foi aprovada.`),
      ...numbersOf(receipt),
      ...(cashbackCentavos > 0
        ? [figure('Cashback creditado', formatMoney(cashbackCentavos))]
        : []),
      ...(points > 0 ? [figure('Pontos creditados', String(points))] : []),
      text(keepOriginal),
      seeReceipts,
      ...promiseParts(promise),
    ],
    because,
  };
}

/** Says how to ask for a review: LGPD (Lei 13.709/2018, art. 20) on automatic decisions. */
export function receiptDenied(
  facts: EmailFacts,
  receipt: EmailedReceipt,
  { reason, code }: { reason: string | null; code?: string | null },
): EmailContent {
  const isOver = campaignPhase(facts.snapshot.campaign, facts.now) === 'over';
  const isAnother = stepAfterRejection(code) === 'ANOTHER_RECEIPT' && !isOver;
  return {
    subject: 'Sua nota não foi aceita',
    preview: reason ?? 'Esta nota não pode participar da promoção.',
    title: 'Sua nota não foi aceita',
    pose: 'duvida',
    parts: [
      text(greeting(facts), `${described(receipt)}, não pôde ser aceita.`),
      ...(reason ? [{ type: 'quote' as const, label: 'Motivo', text: reason }] : []),
      text('Se esta nota já tinha rendido algo, isso deixa de valer.'),
      ...(isAnother
        ? [
            text('Tem outra nota com produtos participantes? Você continua na promoção.'),
            { type: 'button' as const, label: 'Enviar outra nota', path: newReceiptPath },
          ]
        : []),
      text('Não concorda? Conte para a gente: uma pessoa da equipe olha a nota de novo.'),
      { ...contactLink, type: isAnother ? 'link' : 'button' },
    ],
    because,
  };
}

function described({ totalCentavos, purchaseDate }: EmailedReceipt): string {
  return `Sua nota de ${formatMoney(totalCentavos)}, da compra de ${formatDate(purchaseDate)}`;
}

function numbersText(count: number): string {
  return count === 0 ? '' : `${count} ${luckyNumberName(count)}`;
}

function numbersOf({ numbers, numberCount, hasPendingOrders }: EmailedReceipt): EmailPart[] {
  if (numberCount === 0) {
    return hasPendingOrders
      ? [text('O que ela render aparece em Minhas notas quando for aprovada.')]
      : [];
  }
  const label = numberCount === 1 ? 'Seu número da sorte' : 'Seus números da sorte';
  return [{ type: 'numbers', label, numbers, more: numberCount - numbers.length }];
}

function expectedRewards({ cashbackCentavos, points }: EmailedReceipt): EmailPart[] {
  return [
    ...(cashbackCentavos > 0
      ? [figure('Cashback, quando for aprovada', formatMoney(cashbackCentavos))]
      : []),
    ...(points > 0 ? [figure('Pontos, quando for aprovada', String(points))] : []),
  ];
}

function figure(label: string, figureText: string): EmailPart {
  return { type: 'figure', label, text: figureText };
}

function promiseParts(promise: string | null): EmailPart[] {
  if (!promise) return [];
  return [
    {
      type: 'exact',
      label: 'Prova do seu registro',
      text: promise,
      explanation:
        'Com esta assinatura a promoção não pode mudar o registro sem que se perceba. Guarde este e-mail.',
    },
    { type: 'link', label: 'Conferir o registro público', path: transparencyPath },
  ];
}
