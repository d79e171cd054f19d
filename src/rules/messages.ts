import type { WithdrawalRefusal } from './cashback.ts';
import type { ErasureObstacle } from './erasure.ts';
import type { FederalProblem } from './federal-lottery.ts';
import { unknownFailure, violationMessage } from './field-messages.ts';
import { fieldLabel } from './labels.ts';
import { formatMoney } from './money.ts';
import type { ParticipantProblem } from './participants-export.ts';
import type { KeyConflict } from './receipt-identity.ts';
import type { RedemptionRefusal } from './redeem.ts';
import type { ReceiptViolation, Violation } from './violation.ts';

/**
 * What people read when something is refused or done, and beside the fields of a receipt, slips
 * included; `field-messages.ts` has the sentences of fields that every form has.
 */

const receiptViolations: Readonly<Record<Exclude<ReceiptViolation, Violation>, string>> = {
  MONEY: 'Valor inválido',
  TOTAL_MINIMUM: 'Valor mínimo de',
  LINES_TOTAL: 'A soma dos produtos deve ser igual ao valor total',
  QUANTITY: 'Quantidade de produtos inválida',
  DATE_BEFORE_CAMPAIGN: 'Data não pode ser anterior à data de início da campanha',
  DATE_AFTER_TODAY: 'Data não pode ser posterior à data de hoje',
  IDENTIFIER: 'Código inválido',
  ACCESS_KEY: 'Chave de acesso inválida',
  FILE_TYPE: 'Formato de arquivo inválido',
  FILE_SIZE: 'O arquivo deve ter no máximo 5MB',
  FILE_BROKEN: 'Não foi possível abrir o arquivo',
  FILE_ENCRYPTED: 'O arquivo está protegido por senha',
};

export const duplicateMessages = {
  document: 'Documento já cadastrado',
  email: 'Email já cadastrado',
  receipt: 'Nota já cadastrada',
} as const;

/** Also sent as `fields[].message`. `minimumTotal` is in centavos. */
export function receiptViolationMessage(
  violation: ReceiptViolation,
  { minimumTotal = 1000 }: { minimumTotal?: number } = {},
): string {
  if (!isOfReceipt(violation)) return violationMessage(violation);
  const sentence = receiptViolations[violation];
  if (violation !== 'TOTAL_MINIMUM') return sentence;
  return `${sentence} ${formatMoney(minimumTotal).replace(/\s/, ' ')}`;
}

function isOfReceipt(violation: ReceiptViolation): violation is keyof typeof receiptViolations {
  return Object.hasOwn(receiptViolations, violation);
}

const keyConflicts: Readonly<Record<KeyConflict, string>> = {
  MONTH: 'A data da compra é diferente da data da chave de acesso',
  CNPJ: 'O CNPJ é diferente do CNPJ da chave de acesso',
};

export function keyConflictMessage(conflict: KeyConflict): string {
  return keyConflicts[conflict];
}

const refusals = {
  INVALID_REQUEST: 'Dados inválidos',
  BOT_CHECK_FAILED: 'Não foi possível confirmar que você não é um robô, tente novamente',
  UNAUTHENTICATED: 'Entre na sua conta para continuar',
  SIGN_IN_AGAIN: 'Confirme sua senha para continuar',
  CONFIRM_FIRST: 'Confirme para continuar',
  CAMPAIGN_NOT_STARTED: 'Esta promoção ainda não começou',
  CAMPAIGN_OVER: 'Esta promoção está encerrada!',
  ORIGIN_NOT_ALLOWED: 'Este endereço não pode usar a promoção',
  NOT_FOUND: 'Não encontrado',
  METHOD_NOT_ALLOWED: 'Operação não permitida',
  DUPLICATE: 'Cadastro já existente',
  REQUEST_IN_PROGRESS: 'Este envio já está em andamento',
  NOT_ALLOWED_NOW: 'Esta ação não está disponível no momento',
  TOO_LARGE: 'O arquivo deve ter no máximo 5MB',
  IDEMPOTENCY_KEY_REUSED: 'Este envio já foi feito com outros dados',
  TOO_MANY_REQUESTS: 'Muitas tentativas, aguarde um momento e tente novamente',
} as const;

type BlockedReason = keyof typeof refusals;

export function refusalMessage(refusal: BlockedReason): string {
  return refusals[refusal];
}

const redemptionRefusals: Readonly<
  Record<Exclude<RedemptionRefusal, 'CATEGORY_MULTIPLE'>, string>
> = {
  NOTHING_SELECTED: 'Selecione ao menos um item',
  INVALID_QUANTITY: 'Quantidade inválida',
  OUT_OF_STOCK: 'Prêmio esgotado',
  INSUFFICIENT_BALANCE: 'Saldo insuficiente',
  WALLET_INACTIVE: 'Sua carteira não está ativa',
};

export function redemptionRefusalMessage(refusal: keyof typeof redemptionRefusals): string {
  return redemptionRefusals[refusal];
}

const erasureObstacles: Readonly<Record<ErasureObstacle, string>> = {
  WITHDRAWAL:
    'Você tem um saque em andamento. Espere o pagamento para excluir os seus dados: eles são necessários para pagar você.',
  REDEMPTION:
    'Você tem um resgate em andamento. Espere a entrega para excluir os seus dados: eles são necessários para entregar o prêmio.',
};

export function erasureObstacleMessage(obstacle: ErasureObstacle): string {
  return erasureObstacles[obstacle];
}

export function federalProblemMessage(problem: FederalProblem): string {
  return problem.problem === 'COUNT'
    ? `Informe os cinco prêmios da Loteria Federal, do 1º ao 5º (${problem.given} informados)`
    : `O ${problem.position}º prêmio, ${problem.given}, deve ter cinco algarismos, com os zeros à esquerda`;
}

const participantProblems: Readonly<Record<ParticipantProblem, string>> = {
  HEADING: 'O cabeçalho não é o da lista de participantes',
  COLUMNS: 'São nove colunas, separadas por vírgula',
  ENCODING: 'O texto deve estar em UTF-8',
  CPF: 'O CPF deve ser válido, com onze algarismos',
  CNPJ: 'O CNPJ deve ser válido, com catorze caracteres sem pontuação',
  ONE_DOCUMENT: 'É preciso um CPF ou um CNPJ, e não os dois',
  NAME: 'O nome deve ter de 6 a 100 caracteres',
  SERIES: 'A série deve ter de 1 a 8 algarismos',
  NUMBER: 'O elemento sorteável deve ter de 1 a 5 algarismos',
  TIME: 'A data e a hora devem ter a forma DD/MM/AAAA HH:MM:SS',
  EMAIL: 'O email deve ser válido, com 6 a 70 caracteres',
  PHONE: 'O telefone deve ter de 10 a 20 algarismos',
  FOREIGN: 'O campo fica vazio, ou diz sim',
  REPEATED: 'O número da sorte já está em outra linha',
  SIZE: 'O arquivo deve ter no máximo 250 MB',
};

export function participantProblemMessage(problem: ParticipantProblem): string {
  return participantProblems[problem];
}

export function categoryMultipleMessage(category: string, multiple: number): string {
  return `Você só pode resgatar quantidades de ${category} que sejam múltiplas de ${multiple}`;
}

const withdrawalRefusals: Readonly<Record<WithdrawalRefusal, string>> = {
  WALLET_INACTIVE: redemptionRefusals.WALLET_INACTIVE,
  NO_BALANCE: 'Não há saldo para sacar',
};

export function withdrawalRefusalMessage(refusal: WithdrawalRefusal): string {
  return withdrawalRefusals[refusal];
}

export function cashbackMessage(code: string | null | undefined): string | null {
  if (code === 'CEC-008') return 'Devido ao sucesso da promoção, a modalidade de cashback esgotou.';
  return code === 'CEC-004' || code === 'CEC-005'
    ? 'Você não receberá mais cashback, pois você já atigiu a quantidade máxima.'
    : null;
}

/** The sentence for a code of the identity service; null when the generic alert covers it. */
export function signInMessage(code: string): string | null {
  if (code.endsWith('too-many-requests')) return 'Você excedeu o número de tentativas.';
  return code.startsWith('auth/') && code !== 'auth/network-request-failed'
    ? 'Usuário/senha incorreto.'
    : null;
}

/** For browsers that store nothing: the next page would have lost the session. */
export const sessionNotKept =
  'Seu navegador não está guardando os dados deste site, e sem eles a sua conta não fica aberta: permita cookies e dados do site nas configurações do navegador e recarregue a página.';

/** What the gateway answers with 500 and 503, and what a form says when it does. */
export const failureMessages = {
  INTERNAL_ERROR: 'Ocorreu algum erro interno, entre com contato com o suporte.',
  UNAVAILABLE: 'Sistema indisponível no momento, entre com contato com o suporte.',
};

/** `status` is null when no answer came. */
export function failureSentence(status: number | null, code?: string | null): string {
  const reference = code || status;
  const suffix = reference ? ` (Cód.: ${reference})` : '';
  if (status === 502 || status === 503) return failureMessages.UNAVAILABLE + suffix;
  const isServers = status !== null && status >= 500;
  return (isServers ? failureMessages.INTERNAL_ERROR : unknownFailure) + suffix;
}

interface CallError {
  status: number | null;
  code?: string | null | undefined;
  message?: string | null | undefined;
  fields?: readonly { field: string; message: string }[] | null | undefined;
}

/** The lines of the generic alert; `labels` go by wire name or key. */
export function errorLines(error: CallError, labels?: Readonly<Record<string, string>>): string[] {
  const { status, code, message, fields } = error;
  const refused = status !== null && status >= 400 && status < 500;
  if (refused && fields?.length) {
    return fields.map((field) => `O campo "${fieldLabel(field.field, labels)}" ${field.message}`);
  }
  return [refused && message ? message : failureSentence(status, code)];
}

export const notices = {
  requestSent: 'Solicitação enviada com sucesso',
  passwordMailSent: 'Enviamos um email com as instruções para recuperação de sua senha.',
  receiptSaved: 'Cupom cadastrado com sucesso',
  prizesRedeemed: 'Resgate realizado com sucesso!',
  pollAnswered: 'Agradecemos a participação em nossa pesquisa ;)',
  noCashback: 'Sem cashback a receber',
  noLuckyNumbers: 'Nenhum número da sorte para esse cupom :-(',
  supportNotFound: 'Atendimento não encontrado',
  supportNotSent: 'Erro ao enviar mensagem',
} as const;

/** Shown above a form that an embedder is trying out. */
export const testMode = {
  mark: 'Modo de teste',
  explanation: 'Nada é enviado e nada vale: as respostas são exemplos.',
  next: (path: string) =>
    `Fora do modo de teste a pessoa seguiria para ${path} no site da promoção.`,
} as const;

export const seriesExhaustedSentence = 'As séries de números da sorte se esgotaram.';
