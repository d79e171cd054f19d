import type { MascotPose } from '../../../paths.ts';
import type { Values } from '../../../ui/form.ts';
import type { PreparedFile, ReadFields } from '../file/reading.ts';
import type { FillingState, ReceiptFormState } from '../new-receipt.store.ts';
import { acceleratorField, doubtText, isReadingInvalid } from './receipt-values.ts';

type UnusableReason = NonNullable<PreparedFile['unusable']>;

/** What stands above the fields; screen readers hear `text` when it changes. */
export type ReadingHead =
  | { kind: 'note'; text: string; offersOtherFile: boolean }
  | { kind: 'read'; text: string; doubt: string | null; pose: MascotPose }
  | { kind: 'unusable'; text: string; problem: string; remedy: string };

interface ReadingHeadOptions {
  values: Values;
  isCorrection: boolean;
  isSignedIn: boolean;
}

/** What the form says of its file and its reading, until it has to say what is wrong. */
export function readingHead(state: ReceiptFormState, options: ReadingHeadOptions): ReadingHead {
  const { values, isCorrection } = options;
  const isSending = state.step === 'sending';
  const text = isSending ? 'Enviando a nota…' : fillingText(state, options);
  if (!isCorrection && isWellRead(state)) {
    const doubt = isSending ? null : doubtText(values, state.officeValues);
    return { kind: 'read', text, doubt, pose: doubt ? 'lista' : readPose(isSending, values) };
  }
  const isNew = !isSending && !isCorrection;
  if (isNew && state.file?.unusable) {
    const [problem, remedy] = unusableTexts[state.file.unusable];
    return { kind: 'unusable', text, problem, remedy };
  }
  return { kind: 'note', text, offersOtherFile: isNew && isUnread(state) };
}

function isWellRead({ file, readFields, serverReading }: FillingState): boolean {
  const isUsable = file !== null && file.unusable === null && !isReadingInvalid(readFields);
  return isUsable && (isWhole(readFields) || serverReading === 'pending');
}

function isWhole({ identifier, purchaseDate, cnpj, totalAmount }: ReadFields): boolean {
  return Boolean(identifier && purchaseDate && cnpj && totalAmount);
}

function isUnread({ file, readFields, serverReading }: FillingState): boolean {
  return file !== null && serverReading === 'settled' && Object.keys(readFields).length === 0;
}

function readPose(isSending: boolean, values: Values): MascotPose {
  return values[acceleratorField] === 'yes' && !isSending ? 'comemora' : 'le';
}

const unusableTexts = {
  test: ['Esta nota é de teste, sem valor fiscal.', 'Troque o arquivo pela foto de outra nota.'],
  several: ['Há mais de uma nota na foto.', 'Troque por uma foto de uma nota só.'],
} as const satisfies Record<UnusableReason, readonly [problem: string, remedy: string]>;

function fillingText(filling: FillingState, options: ReadingHeadOptions): string {
  const { file, readFields, serverReading } = filling;
  const { values, isCorrection, isSignedIn } = options;
  if (isCorrection) return 'Corrija o que foi recusado e salve de novo';
  if (!file) return 'Seus dados foram guardados. Escolha o arquivo da nota de novo.';
  if (file.unusable) return unusableTexts[file.unusable].join(' ');
  if (isReadingInvalid(readFields, values)) {
    return 'Nota lida. Confira o campo marcado; se estiver certo, envie outra nota';
  }
  if (isWhole(readFields))
    return `Nota lida. ${isSignedIn ? 'Confira e salve' : 'Entre para salvar'}`;
  const isAnythingRead = Object.keys(readFields).length > 0;
  if (serverReading === 'late' && !isAnythingRead) {
    return 'A leitura está demorando. Preencha os campos com os dados da nota.';
  }
  if (serverReading === 'pending') return 'Nota lida. Procurando o que falta…';
  if (serverReading === 'offline') {
    const text = 'Sem conexão para ler a nota. Preencha os campos com os dados da nota.';
    return isSignedIn
      ? `${text} Ao salvar, ela fica guardada e vai quando a internet voltar e esta página estiver aberta.`
      : text;
  }
  if (serverReading === 'failed') {
    return 'A leitura não está funcionando agora. Preencha os campos com os dados da nota.';
  }
  return isAnythingRead
    ? 'Nota lida. Confira os campos e preencha o que falta'
    : 'Não foi possível ler a nota. Preencha os campos com os dados dela. Se a imagem não estiver nítida, troque o arquivo.';
}
