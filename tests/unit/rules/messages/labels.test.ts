import { describe, expect, it } from 'vitest';
import {
  engineOrderLabel,
  instantPrizeTexts,
  notEligibleText,
  receiptStatusLabel,
  redemptionLabel,
  taxOfficeLabel,
  withdrawalLabel,
} from '../../../../src/rules/messages/labels.ts';
import { prizeOutcome } from '../../../../src/rules/rewards/engines-and-reward-status.ts';

describe('status of a receipt', () => {
  it.each([
    ['IN_ANALYSIS', 'Em moderação'],
    ['REQUESTED_NEW_IMAGE', 'Em moderação'],
    ['IMAGE_REPLACED', 'Em moderação'],
    ['NOT_ELIGIBLE', 'Não elegível'],
    ['APPROVED', 'Processando'],
    ['PENDING_ANALYSIS', 'Pendente validação'],
    ['PRE_APPROVED', 'Pendente validação'],
    ['ERROR', 'Erro ao processar'],
    ['REJECTED', 'Reprovado'],
    ['PARTIALLY_DONE', 'Parcialmente processado'],
    ['FRAUD_SUSPECT', 'Pendente análise'],
    ['DONE', 'Aprovado'],
    ['SOMETHING_NEW', 'Desconhecido'],
    ['constructor', 'Desconhecido'],
  ])('%s reads %s', (status, label) => {
    expect(receiptStatusLabel(status)).toBe(label);
  });
});

describe('chip of an engine', () => {
  it.each([
    ['REQUESTED', 'Concluído'],
    ['CANCELLED', 'Cancelado'],
    ['ERROR', 'Erro'],
    ['NOT_ELIGIBLE', 'Não elegível'],
    ['TO_REQUEST', 'Aguardando moderação'],
    ['ENQUEUED', 'Aguardando processamento'],
    ['SOMETHING_NEW', 'Desconhecido'],
  ])('%s reads %s', (status, label) => {
    expect(engineOrderLabel({ status, rewarded: false }, 'IN_ANALYSIS')).toBe(label);
  });

  it('awaits moderation only when something was won and the receipt is in analysis', () => {
    const won = { status: 'REQUESTED', rewarded: true };
    expect(engineOrderLabel(won, 'IN_ANALYSIS')).toBe('Aguardando moderação');
    expect(engineOrderLabel({ status: 'REQUESTED' }, 'IN_ANALYSIS')).toBe('Concluído');
    expect(engineOrderLabel({ ...won, status: 'CANCELLED' }, 'IN_ANALYSIS')).toBe('Cancelado');
    expect(engineOrderLabel(won, 'PENDING_ANALYSIS')).toBe('Concluído');
    expect(engineOrderLabel(won, 'PRE_APPROVED')).toBe('Concluído');
  });
});

describe('instant prize', () => {
  it.each([
    ['IN_ANALYSIS', 'Provável ganhador de'],
    ['PENDING_ANALYSIS', 'Provável ganhador de'],
    ['PRE_APPROVED', 'Provável ganhador de'],
    ['REQUESTED_NEW_IMAGE', 'Provável ganhador de'],
    ['IMAGE_REPLACED', 'Provável ganhador de'],
    ['FRAUD_SUSPECT', 'Provável ganhador de'],
    ['APPROVED', 'Parabéns, você ganhou'],
    ['DONE', 'Parabéns, você ganhou'],
    ['PARTIALLY_DONE', 'Parabéns, você ganhou'],
    ['REJECTED', { text: 'Não foi dessa vez', face: ':-(' }],
    ['NOT_ELIGIBLE', null],
    ['ERROR', null],
    ['SOMETHING_NEW', null],
  ])('won while %s reads %s', (status, text) => {
    const outcome = prizeOutcome(status);
    expect(outcome && instantPrizeTexts[outcome]).toEqual(text);
  });
});

describe('not eligible', () => {
  it.each([
    ['DRAW', 'Não elegível ao sorteio'],
    ['INSTANT_PRIZE', 'Não elegível ao prêmio instantâneo'],
    ['CASHBACK', 'Não elegível a ganhar cashback'],
    ['COLLECT_TO_WIN', 'Não elegível a ganhar pontos'],
  ] as const)('reads its own default for %s', (engine, text) => {
    expect(notEligibleText(engine, [])).toBe(text);
    expect(notEligibleText(engine, [{ status: 'NOT_ELIGIBLE', message: ' ' }])).toBe(text);
  });

  it('reads the message of the event that says so', () => {
    const events = [
      { status: 'NOT_ELIGIBLE', message: 'Loja não participante' },
      { status: 'CHECKED', message: 'Conferido' },
    ];
    expect(notEligibleText('DRAW', events)).toBe('Loja não participante');
    expect(notEligibleText('DRAW', events.slice(1))).toBe('Conferido');
  });

  it('reads the latest message', () => {
    const twice = (status: string) => [
      { status, message: 'Loja não participante' },
      { status, message: 'Fora do período' },
    ];
    expect(notEligibleText('DRAW', twice('NOT_ELIGIBLE'))).toBe('Fora do período');
    expect(notEligibleText('DRAW', twice('CHECKED'))).toBe('Fora do período');
  });
});

describe('withdrawal', () => {
  it.each([
    ['PENDING', 'Pendente'],
    ['TRANSFER_REQUESTED', 'Pendente'],
    ['SUCCESS', 'Sucesso'],
    ['ERROR', 'Com falha'],
    ['SOMETHING_NEW', 'Desconhecido'],
  ])('%s reads %s', (status, label) => {
    expect(withdrawalLabel(status)).toBe(label);
  });
});

describe('redemption', () => {
  it.each([
    ['REQUESTED', 'Solicitado'],
    ['CONFIRMED', 'Confirmado'],
    ['BILLED', 'Faturado'],
    ['SHIPPED', 'Enviado'],
    ['COMPLETED', 'Entregue'],
    ['CANCELED', 'Cancelado'],
    ['ERROR', 'Com falha'],
    ['NEW_ORDER', 'Novo pedido'],
    ['AWAITING_WITHDRAW', 'Aguardando retirada'],
    ['SOMETHING_NEW', 'Desconhecido'],
    [undefined, 'Desconhecido'],
  ])('%s reads %s', (status, label) => {
    expect(redemptionLabel(status)).toBe(label);
  });
});

it.each([
  ['CONFIRMED', 'Confirmada'],
  ['NOT_CONFIRMED', 'Ainda não confirmada'],
  ['WAITING', 'Ainda não confirmada'],
] as const)('the tax office’s %s is “%s”', (state, label) => {
  expect(taxOfficeLabel(state)).toBe(label);
});
