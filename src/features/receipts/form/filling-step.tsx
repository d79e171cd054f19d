import { useStore } from '@nanostores/react';
import { type RefCallback, useCallback, useMemo, useRef, useState } from 'react';
import type { SiteProps } from '../../../environment.ts';
import type { MascotPose } from '../../../paths.ts';
import { receiptViolationMessage } from '../../../rules/messages/receipt-messages.ts';
import { useFocusOnMount } from '../../../ui/focus.ts';
import type { FormStore, Values } from '../../../ui/form.ts';
import { LiveRegion } from '../../../ui/loading.tsx';
import {
  acceptedFiles,
  FileButton,
  FileNote,
  FilePicker,
  FilePreview,
  FileThumbnail,
  isPdf,
} from '../file/file-picker.tsx';
import type { PreparedFile } from '../file/reading.ts';
import {
  $receiptToCorrect,
  chooseFile,
  type FillingState,
  type ReceiptFormState,
} from '../new-receipt.store.ts';
import { HeadFigure } from '../receipt-parts.tsx';
import { useCurrentRefusal, useFieldsView } from './folded-fields.tsx';
import { ReceiptForm } from './receipt-form.tsx';
import { acceleratorField, doubtText, isReadingInvalid } from './receipt-values.ts';

type UnusableReason = NonNullable<PreparedFile['unusable']>;

interface FillingStepProps {
  site: SiteProps;
  form: FormStore;
  state: ReceiptFormState;
}

export function FillingStep({ site, form, state }: FillingStepProps) {
  const focusTarget = useLastingFocus();
  const isCorrection = useStore($receiptToCorrect) !== null;
  const { file, violation } = state;
  const isSending = state.step === 'sending';
  // The form's head then says what is wrong instead.
  const isRefused = useCurrentRefusal(form) !== null;
  const isFormWrong = useStore(form.$blockedSubmits) > 0 || isRefused;
  const isReadWhole = isWhollyRead(state) && !isReadingInvalid(state.readFields);
  const values = useStore(form.$values);
  const text = isSending ? 'Enviando a nota…' : fillingText(state, isCorrection, values);
  const isGoodReading = !isCorrection && (isReadWhole || isBeingRead(state));
  const unusable = unusableReason(state, isCorrection);
  const { view, unfold } = useFieldsView(form, state);
  const askedFile = isFormWrong || isSending || isCorrection ? null : otherFileFor(state);
  const head = { text, isHidden: isFormWrong, focusTarget };
  const photoClasses = [
    unusable && 'photo-to-replace',
    isFormWrong && 'photo-beside-errors',
    view === 'duplicate' && 'photo-of-earlier',
  ];
  return (
    <>
      <TextChanges text={text} isHidden={isFormWrong} />
      {!isGoodReading && !unusable && (
        <p className="message message-info" hidden={isFormWrong} tabIndex={-1} ref={focusTarget}>
          {text}
          <AskedFile asked={askedFile} />
        </p>
      )}
      {file && <FileNote file={file.file} />}
      {file ? (
        <FoldedPhoto
          file={file}
          violation={violation}
          isSending={isSending}
          hasButton={askedFile === null}
          classes={photoClasses}
        />
      ) : (
        <FilePicker title="Envie a foto da nota" violation={violation} onFile={chooseFile} />
      )}
      <ReceiptForm site={site} form={form} state={state} view={view} onUnfold={unfold}>
        {isGoodReading && <GoodReading state={state} values={values} {...head} />}
        {unusable && (
          <UnusableFile reason={unusable} isHidden={isFormWrong} focusTarget={focusTarget} />
        )}
      </ReceiptForm>
    </>
  );
}

function unusableReason(state: ReceiptFormState, isCorrection: boolean): UnusableReason | null {
  if (state.step === 'sending' || isCorrection) return null;
  return state.file?.unusable ?? null;
}

interface HeadProps {
  text: string;
  isHidden: boolean;
  focusTarget: RefCallback<HTMLParagraphElement>;
}

type GoodReadingProps = HeadProps & { state: ReceiptFormState; values: Values };

function GoodReading({ state, values, text, isHidden, focusTarget }: GoodReadingProps) {
  const isSending = state.step === 'sending';
  const doubt = isSending ? null : doubtText(values, state.officeValues);
  return (
    <p
      className={`receipt-read ${doubt ? 'receipt-doubted' : 'on-rays'}`}
      hidden={isHidden}
      tabIndex={-1}
      ref={focusTarget}
    >
      {doubt ?? text}
      <HeadFigure pose={doubt ? 'lista' : readPose(isSending, values)} />
    </p>
  );
}

type UnusableFileProps = Omit<HeadProps, 'text'> & { reason: UnusableReason };

function UnusableFile({ reason, isHidden, focusTarget }: UnusableFileProps) {
  const [problem, remedy] = unusableTexts[reason];
  return (
    <p
      className="receipt-read receipt-doubted receipt-unusable"
      hidden={isHidden}
      tabIndex={-1}
      ref={focusTarget}
    >
      <span>
        {problem} <small>{remedy}</small> <OtherFileButton className="button-wide" />
      </span>
      <HeadFigure pose="lista" />
    </p>
  );
}

/** For screen readers: what the step opens with takes the focus, and is read out by that. */
function TextChanges({ text, isHidden }: { text: string; isHidden: boolean }) {
  const [opening] = useState(text);
  return <LiveRegion text={text === opening || isHidden ? '' : text} />;
}

/** Focuses the step's text when it appears; a text that replaces a focused one gets the focus. */
function useLastingFocus() {
  const focusTarget = useFocusOnMount<HTMLParagraphElement>();
  const hadFocus = useRef(false);
  return useCallback(
    (text: HTMLParagraphElement) => {
      focusTarget.current = text;
      if (hadFocus.current) text.focus();
      return () => {
        hadFocus.current = text === document.activeElement;
      };
    },
    [focusTarget],
  );
}

function readPose(isSending: boolean, values: Values): MascotPose {
  return values[acceleratorField] === 'yes' && !isSending ? 'comemora' : 'le';
}

/** As in receipt-form.css: from this size on the photo is beside the form, so it starts open. */
const besideTheForm = '(min-width: 56.25em) and (min-height: 37.01em)';

function AskedFile({ asked }: { asked: ReturnType<typeof otherFileFor> }) {
  if (!asked) return null;
  return (
    <>
      {' '}
      <OtherFileButton
        className={asked === 'needed' ? 'button-small' : 'button-small button-secondary'}
      />
    </>
  );
}

function OtherFileButton({
  className,
  disabled = false,
}: {
  className: string;
  disabled?: boolean;
}) {
  return (
    <FileButton
      className={`button ${className}`}
      accept={acceptedFiles}
      disabled={disabled}
      onFile={chooseFile}
    >
      Trocar arquivo
    </FileButton>
  );
}

interface FoldedPhotoProps extends Pick<FillingState, 'violation'> {
  file: PreparedFile;
  isSending: boolean;
  hasButton: boolean;
  classes: readonly (string | false | null)[];
}

function FoldedPhoto(props: FoldedPhotoProps) {
  const { violation, isSending, hasButton, classes } = props;
  const { file: chosen, unusable, upload, fileType } = props.file;
  // As it will be sent: phones with little memory may not draw the chosen one several times.
  const file = useMemo(
    () => new File([upload], chosen.name, { type: fileType }),
    [upload, chosen, fileType],
  );
  const [hasRoom] = useState(() => window.matchMedia(besideTheForm).matches);
  return (
    <div className={['accordion receipt-photo folded-photo', ...classes].filter(Boolean).join(' ')}>
      <details open={hasRoom || violation !== null || unusable !== null}>
        <summary>
          <FileThumbnail file={file} />
          <span>
            {file.name} <small>{isPdf(file) ? 'Ver o arquivo' : 'Ver a nota inteira'}</small>
          </span>
        </summary>
        <div className="accordion-body">
          <FilePreview file={file} />
          {violation && (
            <p className="message message-danger" role="alert">
              {receiptViolationMessage(violation)}
            </p>
          )}
          {hasButton && (
            <OtherFileButton className="button-secondary button-wide" disabled={isSending} />
          )}
        </div>
      </details>
    </div>
  );
}

function isWhollyRead({ file, readFields }: FillingState): boolean {
  const { identifier, purchaseDate, cnpj, totalAmount } = readFields;
  const isComplete = Boolean(identifier && purchaseDate && cnpj && totalAmount);
  return isComplete && file !== null && file.unusable === null;
}

function isBeingRead(filling: FillingState): boolean {
  const { file, serverReading } = filling;
  return (
    serverReading === 'pending' &&
    file !== null &&
    file.unusable === null &&
    !isReadingInvalid(filling.readFields)
  );
}

/** `needed`: only another file helps. `offered`: typing does too. Null while this file is read, or once it was. */
function otherFileFor(filling: FillingState): 'needed' | 'offered' | null {
  const { file, readFields, serverReading } = filling;
  if (!file) return null;
  if (file.unusable) return 'needed';
  const isUnread = serverReading === 'settled' && Object.keys(readFields).length === 0;
  return isUnread ? 'offered' : null;
}

const unusableTexts = {
  test: ['Esta nota é de teste, sem valor fiscal.', 'Troque o arquivo pela foto de outra nota.'],
  several: ['Há mais de uma nota na foto.', 'Troque por uma foto de uma nota só.'],
} as const satisfies Record<UnusableReason, readonly [problem: string, remedy: string]>;

export function fillingText(
  filling: FillingState,
  isCorrection: boolean,
  values: Values = {},
): string {
  const { file, readFields, serverReading } = filling;
  if (isCorrection) return 'Corrija o que foi recusado e salve de novo';
  if (!file) return 'Seus dados foram guardados. Escolha o arquivo da nota de novo.';
  if (file.unusable) return unusableTexts[file.unusable].join(' ');
  if (isReadingInvalid(readFields, values)) {
    return 'Nota lida. Confira o campo marcado; se estiver certo, envie outra nota';
  }
  if (isWhollyRead(filling)) return 'Nota lida. Confira e salve';
  const isAnythingRead = Object.keys(readFields).length > 0;
  if (serverReading === 'late' && !isAnythingRead) {
    return 'A leitura está demorando. Preencha os campos com os dados da nota.';
  }
  if (serverReading === 'pending') return 'Nota lida. Procurando o que falta…';
  if (serverReading === 'offline') {
    return 'Sem conexão para ler a nota. Preencha os campos com os dados da nota.';
  }
  if (serverReading === 'failed') {
    return 'A leitura não está funcionando agora. Preencha os campos com os dados da nota.';
  }
  return isAnythingRead
    ? 'Nota lida. Confira os campos e preencha o que falta'
    : 'Não foi possível ler a nota. Preencha os campos com os dados dela. Se a imagem não estiver nítida, troque o arquivo.';
}
