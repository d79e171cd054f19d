import type { FederalViolation } from '../draws/federal-lottery.ts';
import type { ErasureBlocker } from '../people/erasure.ts';
import type { RedemptionBlocker } from '../rewards/redeem.ts';
import type { WithdrawalBlocker } from '../rewards/withdrawal-and-payment-key.ts';
import type { FieldMessage } from '../violation.ts';
import { fieldLabel } from './labels.ts';

/**
 * What people read when a call is refused or something is done. Sentences that were given to us
 * keep their slips. Beside wrong fields: `field-messages.ts`; about a receipt: `receipt-messages.ts`.
 */
export const duplicateMessages = {
  document: 'Documento já cadastrado',
  email: 'Email já cadastrado',
} as const;

/** Title of banner, dialog and refusal after the end. */
export const campaignOverTitle = 'Esta promoção está encerrada!';

/** Campaigns may have a text of their own. */
export const campaignOverText =
  'Em caso de dúvidas, consulte o Regulamento. Agradecemos a participação de todos!';

const refusals = {
  INVALID_REQUEST: 'Algum dado não está certo. Confira e envie de novo',
  BOT_CHECK_FAILED: 'Não foi possível confirmar que você não é um robô. Tente de novo',
  UNAUTHENTICATED: 'Entre na sua conta para continuar',
  SIGN_IN_AGAIN: 'Confirme sua senha para continuar',
  CONFIRM_FIRST: 'Confirme para continuar',
  CAMPAIGN_NOT_STARTED: 'Esta promoção ainda não começou',
  CAMPAIGN_OVER: campaignOverTitle,
  ORIGIN_NOT_ALLOWED: 'Este site não está autorizado a receber cadastros e notas da promoção',
  NOT_FOUND: 'Não encontrado',
  METHOD_NOT_ALLOWED: 'Operação não permitida',
  DUPLICATE: 'Cadastro já existente',
  REQUEST_IN_PROGRESS: 'Este envio já está em andamento. Aguarde um momento',
  NOT_ALLOWED_NOW: 'Esta ação não está disponível no momento',
  TOO_LARGE: 'O arquivo deve ter no máximo 5MB',
  IDEMPOTENCY_KEY_REUSED: 'Este envio já foi feito com outros dados',
  TOO_MANY_REQUESTS: 'Muitas tentativas. Aguarde um momento e tente de novo',
} as const;

type BlockedReason = keyof typeof refusals;

export function refusalMessage(refusal: BlockedReason): string {
  return refusals[refusal];
}

/** What people read instead of their refusal's own sentence. */
export const refusalDetails = {
  registrationClosed: 'Esta promoção não recebe novos cadastros.',
  requiredConsent:
    'Este consentimento é necessário para participar. Só deixa de valer se você excluir seus dados.',
  fixedField: 'Este campo não pode ser alterado',
  pollAnswered: 'Você já respondeu a esta pesquisa.',
  pollAnsweredField: 'já foi respondido por você',
  conversationClosed: 'Atendimento Encerrado',
  conversationUnanswered:
    'Você já enviou muitas mensagens seguidas. Aguarde a nossa resposta para escrever de novo.',
  supportTextLength: (longest: number) => `A mensagem deve ter no máximo ${longest} caracteres`,
  listNotRevealed: 'A lista é publicada quando a promoção for encerrada.',
} as const;

/** For the body and the headers of a call that no page of ours sends. */
export const callMessages = {
  unknownField: 'Campo desconhecido',
  wrongType: 'Valor inválido',
  notJson: 'Os dados enviados não são um JSON válido',
  wrongMediaType: 'Os dados devem ser enviados em JSON',
  longForm: 'Os dados enviados são longos demais',
  idempotencyKey: 'Idempotency-Key inválida',
} as const;

const redemptionBlockers: Readonly<
  Record<Exclude<RedemptionBlocker, 'CATEGORY_MULTIPLE'>, string>
> = {
  NOTHING_SELECTED: 'Selecione ao menos um item',
  INVALID_QUANTITY: 'Quantidade inválida',
  OUT_OF_STOCK: 'Prêmio esgotado',
  INSUFFICIENT_BALANCE: 'Saldo insuficiente',
  WALLET_INACTIVE: 'Sua carteira está bloqueada. Fale conosco',
};

export function outOfStockMessage(
  prizes: readonly { description: string; stock: number }[],
): string {
  return prizes
    .map(({ description, stock }) =>
      stock > 0
        ? `${description}: só ${stock} em estoque`
        : `${redemptionBlockers.OUT_OF_STOCK}: ${description}`,
    )
    .join('. ');
}

export function redemptionBlockerMessage(blocker: keyof typeof redemptionBlockers): string {
  return redemptionBlockers[blocker];
}

const erasureBlockers: Readonly<Record<ErasureBlocker, string>> = {
  WITHDRAWAL:
    'Você tem um saque em andamento. Espere o pagamento para excluir os seus dados: eles são necessários para pagar você.',
  REDEMPTION:
    'Você tem um resgate em andamento. Espere a entrega para excluir os seus dados: eles são necessários para entregar o prêmio.',
};

export function erasureBlockerMessage(blocker: ErasureBlocker): string {
  return erasureBlockers[blocker];
}

export function federalViolationMessage(violation: FederalViolation): string {
  return violation.violation === 'COUNT'
    ? `Informe os cinco prêmios da Loteria Federal, do 1º ao 5º (${violation.given} informados)`
    : `O ${violation.position}º prêmio, ${violation.given}, deve ter cinco algarismos, com os zeros à esquerda`;
}

export function categoryMultipleMessage(category: string, multiple: number): string {
  return `Você só pode resgatar quantidades de ${category} que sejam múltiplas de ${multiple}`;
}

const withdrawalBlockers: Readonly<Record<WithdrawalBlocker, string>> = {
  WALLET_INACTIVE: redemptionBlockers.WALLET_INACTIVE,
  NO_BALANCE: 'Não há saldo para sacar',
};

export function withdrawalBlockerMessage(blocker: WithdrawalBlocker): string {
  return withdrawalBlockers[blocker];
}

function isTooManyTries(code: string): boolean {
  return code.endsWith('too-many-requests');
}

export function isWrongPassword(code: string): boolean {
  const isAnswer = code.startsWith('auth/') && code !== 'auth/network-request-failed';
  return isAnswer && !isTooManyTries(code);
}

/** The sentence for a code of the identity service; null when the generic alert covers it. */
export function signInMessage(code: string): string | null {
  if (isTooManyTries(code)) return 'Você excedeu o número de tentativas.';
  return isWrongPassword(code) ? 'Usuário/senha incorreto.' : null;
}

/** For browsers that store nothing: the next page would have lost the session. */
export const sessionNotKept =
  'Seu navegador está bloqueando os dados deste site, e sem eles não dá para entrar. Nas configurações, permita cookies e dados do site; depois, recarregue a página.';

/** The gateway answers these with 500 and 503; a form shows UNAVAILABLE for every status above 501. */
export const failureMessages = {
  INTERNAL_ERROR: 'Ocorreu algum erro interno, entre com contato com o suporte.',
  UNAVAILABLE: 'Sistema indisponível no momento, entre com contato com o suporte.',
};

export const noConnection = 'Sem conexão. Confira a sua internet e tente de novo.';

/** If the failure has a code, it follows this sentence. */
export const unknownFailure = 'Ocorreu algum erro desconhecido, entre com contato com o suporte.';

/** `status` is null when no answer came. */
export function failureMessage(status: number | null, code?: string | null): string {
  const reference = code || status;
  const suffix = reference ? ` (Cód.: ${reference})` : '';
  const number = status ?? 0;
  if (number === 502 || number === 503) return failureMessages.UNAVAILABLE + suffix;
  return (number >= 500 ? failureMessages.INTERNAL_ERROR : unknownFailure) + suffix;
}

interface CallError {
  status: number | null;
  code?: string | null | undefined;
  message?: string | null | undefined;
  fields?: readonly FieldMessage[] | null | undefined;
}

/** The lines of the generic alert; `labels` go by wire name or key. */
export function errorLines(error: CallError, labels?: Readonly<Record<string, string>>): string[] {
  const { status, code, message, fields } = error;
  const refused = status !== null && status >= 400 && status < 500;
  if (refused && fields?.length) {
    return fields.map(({ field, message }) => `${fieldLead(field, labels)} ${message}`);
  }
  return [refused && message ? message : failureMessage(status, code)];
}

export function fieldLead(name: string, labels?: Readonly<Record<string, string>>): string {
  return `O campo "${fieldLabel(name, labels)}"`;
}

export const notices = {
  requestSent: 'Solicitação enviada com sucesso',
  passwordMailSent: 'Enviamos um email com as instruções para recuperação de sua senha.',
  prizesRedeemed: 'Resgate realizado com sucesso!',
  pollAnswered: 'Agradecemos a participação em nossa pesquisa ;)',
  supportNotFound: 'Atendimento não encontrado',
  supportNotSent: 'Erro ao enviar mensagem',
} as const;

export const deliveryTerm = 'Os prêmios resgatados serão entregues em até 30 dias.';

/** Stands below `passwordMailSent`. */
export const passwordMailNote =
  'O link chega em alguns minutos e vale por 1\u00a0hora. Não achou? Olhe também no spam.';

/** Shown above a form that an embedder is trying out. */
export const testMode = {
  mark: 'Modo de teste',
  explanation: 'Nada é enviado e nada vale: as respostas são exemplos.',
  next: (path: string) =>
    `Fora do modo de teste a pessoa seguiria para ${path} no site da promoção.`,
} as const;

/** For sandboxes in which the user can neither leave nor open a tab; then for the developer. */
export const stuck = {
  text: 'Está feito, mas esta página não deixa abrir o site da promoção. Continue em ',
  sentence:
    'esta página está num sandbox sem allow-popups e sem allow-top-navigation: o formulário foi enviado, mas a pessoa não pode seguir para o site.',
} as const;
