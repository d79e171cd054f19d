import {
  contactDialog,
  profilePath,
  regulationPath,
  transparencyPath,
  winnersPath,
} from '../../paths.ts';
import { formatMoney } from '../../rules/money.ts';
import { creditedStatuses } from '../../rules/receipts/receipt-status.ts';
import {
  type EmailContent,
  type EmailFacts,
  type EmailPart,
  greeting,
  prizeName,
  text,
} from './common-texts.ts';
import type { EmailedReceipt } from './queries.ts';

/** Null when the receipt has lost the prize meanwhile. */
export function instantPrizeWon(
  facts: EmailFacts,
  receipt: EmailedReceipt,
  prizeId: number,
): EmailContent | null {
  if (receipt.prizeId !== prizeId || !creditedStatuses.includes(receipt.status)) return null;
  const prize = prizeName(facts, prizeId);
  return {
    subject: `Você ganhou ${prize}`,
    preview: 'Parabéns! Veja o que fazer para receber o prêmio.',
    title: 'Parabéns, você ganhou',
    parts: [
      text(greeting(facts), 'Sua nota foi aprovada e trouxe um prêmio na hora!'),
      { type: 'prize', label: 'Seu prêmio', text: prize },
      ...claimSteps(),
    ],
    because: 'enviou uma nota à promoção',
  };
}

function claimSteps(): EmailPart[] {
  return [
    {
      type: 'steps',
      label: 'O que fazer agora',
      steps: [
        'Guarde a nota original: ela é pedida na entrega.',
        'Confira celular e endereço no seu perfil: é por eles que falamos com você.',
        'Aguarde nosso contato. O prazo e os documentos estão no regulamento.',
      ],
    },
    { type: 'button', label: 'Conferir meus dados', path: profilePath },
    { type: 'link', label: 'Ler o regulamento', path: regulationPath },
    text('Não pedimos senha nem pagamento para entregar um prêmio.'),
  ];
}

export function prizeSent(
  facts: EmailFacts,
  {
    prize,
    trackingCode,
    carrier,
  }: { prize: string; trackingCode: string | null; carrier: string | null },
): EmailContent {
  return {
    subject: trackingCode
      ? `Seu prêmio está a caminho: ${trackingCode}`
      : 'Seu prêmio está a caminho',
    preview: prize,
    title: 'Seu prêmio está a caminho',
    parts: [
      text(greeting(facts), 'Acabamos de enviar o seu prêmio.'),
      { type: 'prize', label: 'Seu prêmio', text: prize },
      ...(trackingCode
        ? [{ type: 'figure' as const, label: 'Código de rastreio', text: trackingCode }]
        : []),
      text(
        carrier && `Transportadora: ${carrier}.`,
        trackingCode !== null && 'Acompanhe a entrega no site dela com este código.',
        'Tenha um documento com foto à mão para receber.',
      ),
      text('Algo não chegou como devia? Conte para a gente.'),
      { type: 'link', label: 'Falar com a gente', path: contactDialog },
    ],
    because: 'ganhou um prêmio da promoção',
  };
}

export function withdrawalPaid(facts: EmailFacts, centavos: number): EmailContent {
  const amount = formatMoney(centavos);
  return {
    subject: 'Seu saque foi pago',
    preview: `${amount} a caminho de você.`,
    title: 'Seu saque foi pago',
    parts: [
      text(greeting(facts), 'Seu saque de cashback foi pago.'),
      { type: 'figure', label: 'Valor pago', text: amount },
      text('Se o valor não aparecer na sua conta em um dia útil, fale conosco.'),
      { type: 'button', label: 'Ver meu perfil', path: profilePath },
      { type: 'link', label: 'Falar com a gente', path: contactDialog },
    ],
    because: 'pediu um saque na promoção',
  };
}

export function drawWon(
  facts: EmailFacts,
  { prizeId, number }: { prizeId: number; number: string },
): EmailContent {
  const prize = prizeName(facts, prizeId);
  return {
    subject: `Seu número foi sorteado: ${prize}`,
    preview: 'Parabéns! Veja o que fazer para receber o prêmio.',
    title: 'Parabéns! Seu número foi sorteado',
    parts: [
      text(greeting(facts), 'O sorteio aconteceu e um dos números da sorte escolhidos é seu!'),
      { type: 'prize', label: 'Seu prêmio', text: prize, number },
      ...claimSteps(),
      { type: 'link', label: 'Ver todos os ganhadores', path: winnersPath },
    ],
    because: 'participou do sorteio da promoção',
  };
}

export function drawThanks(facts: EmailFacts): EmailContent {
  return {
    subject: 'O sorteio aconteceu: veja o resultado',
    preview: 'Obrigado por participar!',
    title: 'O sorteio aconteceu',
    parts: [
      text(
        greeting(facts),
        'O resultado do sorteio já foi publicado.',
        'Desta vez nenhum dos seus números da sorte foi escolhido. Obrigado por participar!',
      ),
      { type: 'button', label: 'Ver o resultado', path: winnersPath },
      text('Quer conferir o sorteio, número por número?'),
      { type: 'link', label: 'Conferir o sorteio', path: transparencyPath },
    ],
    because: 'participou do sorteio da promoção',
  };
}
