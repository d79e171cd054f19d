import {
  myReceiptsPath,
  myRedemptionsPath,
  profilePath,
  regulationPath,
  transparencyPath,
  winnersPath,
} from '../../paths.ts';
import { formatMoney } from '../../rules/money.ts';
import { creditedStatuses } from '../../rules/receipts/receipt-status.ts';
import { needsPaymentKey } from '../../rules/rewards/withdrawal-and-payment-key.ts';
import {
  contactLink,
  type EmailContent,
  type EmailedReceipt,
  type EmailFacts,
  type EmailPart,
  greeting,
  isPrizeShipped,
  prizeName,
  text,
} from './common-texts.ts';
import type { ChangedRedemption } from './queue-email.ts';

const buyerReason = 'resgatou um prêmio na promoção';

/** Null when the prize was lost, or is on its way, before the email is sent. */
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
    pose: 'comemora',
    parts: [
      text(greeting(facts), 'Sua nota foi aprovada e trouxe um prêmio na hora!'),
      { type: 'prize', label: 'Seu prêmio', text: prize },
      ...claimSteps(facts),
    ],
    because: 'enviou uma nota à promoção',
  };
}

function claimSteps({ snapshot }: EmailFacts, ...links: EmailPart[]): EmailPart[] {
  return [
    {
      type: 'steps',
      label: 'O que fazer agora',
      steps: [
        'Guarde a nota original: ela é pedida na entrega.',
        isPrizeShipped(snapshot.campaign)
          ? 'Confira o celular e o endereço no seu perfil: é por eles que falamos com você e entregamos o prêmio.'
          : 'Confira o celular e o e-mail no seu perfil: é por eles que falamos com você.',
        'Aguarde nosso contato. O prazo e os documentos estão no regulamento.',
      ],
    },
    { type: 'button', label: 'Conferir meus dados', path: profilePath },
    { type: 'link', label: 'Ler o regulamento', path: regulationPath },
    ...links,
    text('Não pedimos senha nem pagamento para entregar um prêmio.'),
  ];
}

export function prizeSent(
  facts: EmailFacts,
  { prize, trackingCode }: { prize: string; trackingCode: string | null },
): EmailContent {
  return {
    subject: trackingCode
      ? `Seu prêmio está a caminho: ${trackingCode}`
      : 'Seu prêmio está a caminho',
    preview: prize,
    title: 'Seu prêmio está a caminho',
    pose: 'comemora',
    parts: [
      text(greeting(facts), 'Acabamos de enviar o seu prêmio.'),
      { type: 'prize', label: 'Seu prêmio', text: prize },
      ...deliveryParts(trackingCode),
      { type: 'button', label: 'Ver minhas notas', path: myReceiptsPath },
      text('Algo não chegou como devia? Conte para a gente.'),
      contactLink,
    ],
    because: 'ganhou um prêmio da promoção',
  };
}

function deliveryParts(trackingCode: string | null): EmailPart[] {
  return [
    ...(trackingCode
      ? [{ type: 'figure' as const, label: 'Código de rastreio', text: trackingCode }]
      : []),
    text(
      trackingCode !== null && 'Acompanhe a entrega no site da transportadora com este código.',
      'Tenha um documento com foto à mão para receber.',
    ),
  ];
}

/** Is sent for safety too: an account's owner learns of it when others redeem the points. */
export function redemptionPlaced(facts: EmailFacts, { prize }: { prize: string }): EmailContent {
  return {
    subject: 'Recebemos seu resgate',
    preview: prize,
    title: 'Recebemos seu resgate',
    parts: [
      text(greeting(facts), 'Seu resgate foi pedido e vai para o endereço do seu cadastro.'),
      { type: 'prize', label: 'Seu resgate', text: prize },
      { type: 'button', label: 'Ver meus resgates', path: myRedemptionsPath },
      text('Não foi você? Fale conosco já, antes do envio.'),
      contactLink,
    ],
    because: buyerReason,
  };
}

export function redemptionSent(
  facts: EmailFacts,
  { prize, trackingCode }: { prize: string; trackingCode: string | null },
): EmailContent {
  const title = 'Seu resgate está a caminho';
  return {
    subject: trackingCode ? `${title}: ${trackingCode}` : title,
    preview: prize,
    title,
    pose: 'comemora',
    parts: [
      text(greeting(facts), 'Acabamos de enviar o que você resgatou.'),
      { type: 'prize', label: 'Seu resgate', text: prize },
      ...deliveryParts(trackingCode),
      { type: 'button', label: 'Ver meus resgates', path: myRedemptionsPath },
      text('Algo não chegou como devia? Conte para a gente.'),
      contactLink,
    ],
    because: buyerReason,
  };
}

const orderChanges: Readonly<Record<ChangedRedemption, { title: string; what: string }>> = {
  AWAITING_WITHDRAW: {
    title: 'Seu resgate já pode ser retirado',
    what: 'O que você resgatou está pronto para retirada. Leve um documento com foto. Se não souber onde retirar, fale conosco.',
  },
  CANCELED: {
    title: 'Seu resgate foi cancelado',
    what: 'O que você resgatou não pôde ser entregue. Seus pontos voltaram para o seu saldo.',
  },
  RETURNED: {
    title: 'Seu resgate voltou: confira o endereço',
    what: 'A entrega não deu certo, e o que você resgatou voltou para nós. Confira o endereço no seu perfil, e enviamos de novo.',
  },
};

export function redemptionChanged(
  facts: EmailFacts,
  { prize, status }: { prize: string; status: ChangedRedemption },
): EmailContent {
  const { title, what } = orderChanges[status];
  return {
    subject: title,
    preview: prize,
    title,
    parts: [
      text(greeting(facts), what),
      { type: 'prize', label: 'Seu resgate', text: prize },
      status === 'RETURNED'
        ? { type: 'button', label: 'Conferir meu endereço', path: profilePath }
        : { type: 'button', label: 'Ver meus resgates', path: myRedemptionsPath },
      contactLink,
    ],
    because: buyerReason,
  };
}

export function withdrawalFailed(facts: EmailFacts, centavos: number): EmailContent {
  const hasKey = needsPaymentKey(facts.snapshot.campaign);
  return {
    subject: 'Não conseguimos pagar seu saque',
    preview: 'O valor voltou para o seu saldo.',
    title: 'Não conseguimos pagar seu saque',
    pose: 'duvida',
    parts: [
      text(
        greeting(facts),
        'O pagamento do seu saque não foi concluído, e o valor voltou para o seu saldo.',
        hasKey
          ? 'Confira a chave Pix ao pedir o saque de novo, em Minhas notas.'
          : 'Peça o saque de novo, em Minhas notas.',
      ),
      { type: 'figure', label: 'Valor do saque', text: formatMoney(centavos) },
      { type: 'button', label: 'Sacar de novo', path: myReceiptsPath },
      contactLink,
    ],
    because: 'pediu um saque na promoção',
  };
}

export function withdrawalPaid(facts: EmailFacts, centavos: number): EmailContent {
  const amount = formatMoney(centavos);
  return {
    subject: 'Seu saque foi pago',
    preview: `${amount} a caminho de você.`,
    title: 'Seu saque foi pago',
    pose: 'comemora',
    parts: [
      text(greeting(facts), 'Seu saque de cashback foi pago.'),
      { type: 'figure', label: 'Valor pago', text: amount },
      text('Se o valor não aparecer na sua conta em um dia útil, fale conosco.'),
      { type: 'button', label: 'Ver meus saques', path: myReceiptsPath },
      contactLink,
    ],
    because: 'pediu um saque na promoção',
  };
}

const tookPartInDraw = 'participou do sorteio da promoção';
const resultButton: EmailPart = { type: 'button', label: 'Ver o resultado', path: winnersPath };
const verifyLink: EmailPart = { type: 'link', label: 'Conferir o sorteio', path: transparencyPath };

export function drawWon(
  facts: EmailFacts,
  { prizeId, number }: { prizeId: number; number: string },
  { isCorrection }: { isCorrection: boolean },
): EmailContent {
  const prize = prizeName(facts, prizeId);
  return {
    subject: `Seu número foi sorteado: ${prize}`,
    preview: 'Parabéns! Veja o que fazer para receber o prêmio.',
    title: 'Parabéns! Seu número foi sorteado',
    pose: 'comemora',
    parts: [
      text(
        greeting(facts),
        isCorrection
          ? 'O resultado do sorteio foi corrigido. Um prêmio de uma mensagem anterior nossa deixou de ser seu, e este passou a ser. Pedimos desculpas pela troca.'
          : 'O sorteio aconteceu, e o seu número da sorte foi escolhido!',
      ),
      { type: 'prize', label: 'Seu prêmio', text: prize, number },
      ...claimSteps(facts, { type: 'link', label: 'Ver todos os ganhadores', path: winnersPath }),
    ],
    because: tookPartInDraw,
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
        'Não foi desta vez: nenhum dos seus números da sorte foi escolhido. Obrigado por participar e torcer com a gente!',
      ),
      resultButton,
      verifyLink,
    ],
    because: tookPartInDraw,
  };
}

const wronglyReported =
  'Avisamos que um dos seus números da sorte tinha sido escolhido, e isso estava errado: os prêmios da Loteria Federal foram registrados com erro.';

/** For people whose win was reported and then taken back, because wrong prizes were typed. */
export function drawCorrected(facts: EmailFacts): EmailContent {
  return resultCorrected([
    text(
      greeting(facts),
      wronglyReported,
      'Com os prêmios certos, o seu número não foi escolhido. Pedimos desculpas.',
    ),
  ]);
}

export function drawPrizeLost(facts: EmailFacts, { number }: { number: string }): EmailContent {
  return resultCorrected([
    text(greeting(facts), wronglyReported),
    { type: 'figure', label: 'Número que não foi escolhido', text: number },
    text('O que você ganhou com outro número continua seu. Pedimos desculpas pelo erro.'),
  ]);
}

function resultCorrected(parts: readonly EmailPart[]): EmailContent {
  return {
    subject: 'O resultado do sorteio foi corrigido',
    preview: 'Pedimos desculpas: o resultado publicado estava errado.',
    title: 'O resultado do sorteio foi corrigido',
    pose: 'duvida',
    parts: [
      ...parts,
      resultButton,
      text('O erro e a correção ficam no registro público da promoção.'),
      verifyLink,
      contactLink,
    ],
    because: tookPartInDraw,
  };
}

export function winnerDisqualified(
  facts: EmailFacts,
  { number, reason }: { number: string; reason: string },
): EmailContent {
  return {
    subject: 'Seu número da sorte foi desclassificado',
    preview: reason,
    title: 'Seu número foi desclassificado',
    pose: 'duvida',
    parts: [
      text(
        greeting(facts),
        'Um dos seus números da sorte tinha sido escolhido no sorteio, mas foi desclassificado. O prêmio não é mais seu.',
      ),
      { type: 'figure', label: 'Número desclassificado', text: number },
      { type: 'quote', label: 'Motivo', text: reason },
      text('Não concorda? Conte para a gente: uma pessoa da equipe olha o seu caso de novo.'),
      { ...contactLink, type: 'button' },
      { type: 'link', label: 'Ler o regulamento', path: regulationPath },
    ],
    because: tookPartInDraw,
  };
}
