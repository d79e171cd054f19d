import type { ReceiptStatus } from '../receipts/receipt-status.ts';
import {
  type EngineOrderStatus,
  type EngineType,
  type InstantPrizeOutcome,
  type RewardOrder,
  shownOrderStatus,
} from '../rewards/engines-and-reward-status.ts';
import type { RedemptionStage, RedemptionStatus } from '../rewards/redeem.ts';
import type { WithdrawalStatus } from '../rewards/withdrawal-and-payment-key.ts';

const unknown = 'Desconhecido';

const receiptStatusLabels: Readonly<Record<ReceiptStatus, string>> = {
  IN_ANALYSIS: 'Em moderação',
  REQUESTED_NEW_IMAGE: 'Em moderação',
  IMAGE_REPLACED: 'Em moderação',
  NOT_ELIGIBLE: 'Não elegível',
  APPROVED: 'Processando',
  PENDING_ANALYSIS: 'Pendente validação',
  PRE_APPROVED: 'Pendente validação',
  ERROR: 'Erro ao processar',
  REJECTED: 'Reprovado',
  PARTIALLY_DONE: 'Parcialmente processado',
  FRAUD_SUSPECT: 'Pendente análise',
  DONE: 'Aprovado',
};

const engineOrderLabels: Readonly<Record<EngineOrderStatus, string>> = {
  REQUESTED: 'Concluído',
  CANCELLED: 'Cancelado',
  ERROR: 'Erro',
  NOT_ELIGIBLE: 'Não elegível',
  TO_REQUEST: 'Aguardando moderação',
  ENQUEUED: 'Aguardando processamento',
};

const withdrawalLabels: Readonly<Record<WithdrawalStatus, string>> = {
  PENDING: 'Pendente',
  TRANSFER_REQUESTED: 'Pendente',
  SUCCESS: 'Sucesso',
  ERROR: 'Com falha',
};

const redemptionLabels: Readonly<Record<RedemptionStatus, string>> = {
  REQUESTED: 'Solicitado',
  CONFIRMED: 'Confirmado',
  BILLED: 'Faturado',
  SHIPPED: 'Enviado',
  COMPLETED: 'Entregue',
  CANCELED: 'Cancelado',
  ERROR: 'Com falha',
  NEW_ORDER: 'Novo pedido',
  AWAITING_WITHDRAW: 'Aguardando retirada',
};

export const redemptionStageLabels: Readonly<Record<RedemptionStage, string>> = {
  ordered: 'Pedido',
  prepared: 'Preparo',
  shipped: 'Envio',
  delivered: 'Entrega',
};

export const withdrawalStageLabels = ['Pedido feito', 'No banco', 'Na sua conta'] as const;

export function possibleEarning({ type, name }: { type: EngineType; name: string }): string {
  return type === 'DRAW' ? 'Números da sorte' : name;
}

const notEligibleTexts: Readonly<Record<EngineType, string>> = {
  DRAW: 'Não elegível ao sorteio',
  INSTANT_PRIZE: 'Não elegível ao prêmio instantâneo',
  CASHBACK: 'Não elegível a ganhar cashback',
  COLLECT_TO_WIN: 'Não elegível a ganhar pontos',
};

function labelOf(labels: Readonly<Record<string, string>>, status: string): string {
  return (Object.keys(labels).includes(status) ? labels[status] : undefined) ?? unknown;
}

export function receiptStatusLabel(status: string): string {
  return labelOf(receiptStatusLabels, status);
}

export function engineOrderLabel(order: RewardOrder, receiptStatus: string): string {
  return labelOf(engineOrderLabels, shownOrderStatus(order, receiptStatus));
}

export function withdrawalLabel(status: string): string {
  return labelOf(withdrawalLabels, status);
}

/** An order that the store does not know is 'Desconhecido' too. */
export function redemptionLabel(status: string | null | undefined): string {
  return labelOf(redemptionLabels, status ?? '');
}

/** The newest message of a refusal, else of any event, else the engine's usual text. */
export function notEligibleText(
  engineType: EngineType,
  events: readonly { status?: string | null | undefined; message?: string | null | undefined }[],
): string {
  const withMessage = events.filter(({ message }) => message?.trim());
  const ofRefusal = withMessage.filter(({ status }) => status === 'NOT_ELIGIBLE');
  return (ofRefusal.at(-1) ?? withMessage.at(-1))?.message ?? notEligibleTexts[engineType];
}

export interface SentenceWithFace {
  text: string;
  face?: string;
}

export const instantPrizeTexts = {
  won: 'Parabéns, você ganhou',
  likely: 'Provável ganhador de',
  lost: { text: 'Não foi dessa vez', face: ':-(' },
} as const satisfies Record<InstantPrizeOutcome, string | SentenceWithFace>;

const fieldLabels: Readonly<Record<string, string>> = {
  name: 'Nome completo',
  document: 'CPF',
  representativeName: 'Nome do representante',
  representativeDocument: 'CPF do representante',
  phone: 'Celular',
  birthDate: 'Data de nascimento',
  email: 'Email',
  password: 'Senha',
  optIns: 'Termos',
  postcode: 'CEP',
  street: 'Rua',
  number: 'Número',
  complement: 'Complemento',
  district: 'Bairro',
  city: 'Cidade',
  state: 'Estado',
  ADDRESS_STATE: 'Estado',
  MGM_CODE: 'Código de quem indicou você',
  identifier: 'Código da Nota',
  purchaseDate: 'Data da compra',
  cnpj: 'CNPJ',
  totalAmount: 'Valor Total',
  imageBase64: 'Nota',
  products: 'Produtos',
  subjectId: 'Assunto',
  subject: 'Título',
  description: 'Descrição',
  instantPaymentKeyType: 'Tipo de chave',
  instantPaymentKeyValue: 'Chave',
};

/** The label of a wire name, or of the last part of a path; `ofForm` takes precedence. */
export function fieldLabel(field: string, ofForm: Readonly<Record<string, string>> = {}): string {
  const name = field.split('.').at(-1) ?? field;
  return ofForm[field] ?? ofForm[name] ?? fieldLabels[name] ?? field;
}

export const supportAuthors = { AGENT: 'Atendente', CONSUMER: 'Cliente' } as const;

/** What the owner reads about the tax office's answer. It blames no one if we could not ask. */
export function taxOfficeLabel(state: 'CONFIRMED' | 'NOT_CONFIRMED' | 'WAITING'): string {
  return state === 'CONFIRMED' ? 'Confirmada' : 'Ainda não confirmada';
}

const deliveryMessages: Readonly<Record<string, string>> = {
  WAITING_DOCUMENTS:
    'Para entregar o prêmio, faltam os seus documentos. O regulamento diz quais; para saber como enviar, fale conosco.',
  CONFIRMED: 'Seus dados estão confirmados. Estamos preparando o seu prêmio.',
  SENT: 'Seu prêmio foi enviado.',
  DELIVERED: 'Seu prêmio foi entregue.',
  EXPIRED: 'O prazo para receber este prêmio terminou.',
  PASSED_ON:
    'Este prêmio deixou de ser seu, como diz o regulamento. Ficou com dúvida? Fale conosco.',
};

/** What a winner reads about the delivery; null while there is nothing to add to the win. */
export function deliveryMessage(delivery: {
  status: string;
  trackingCode?: string | null | undefined;
}): string | null {
  const { status, trackingCode } = delivery;
  const message = deliveryMessages[status] ?? null;
  return status === 'SENT' && trackingCode
    ? `${message} Código de rastreio: ${trackingCode}.`
    : message;
}
