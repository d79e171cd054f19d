import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { mascotPath } from '../../paths.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { receiptViolationMessage } from '../../rules/receipts/receipt-messages.ts';
import type { FormStore } from '../../ui/form.ts';
import { ReceiptCamera } from './camera/receipt-camera.tsx';
import { HeadFigure } from './drawings.tsx';
import {
  acceptedFiles,
  ChosenFile,
  FileButton,
  FilePicker,
  type FilePickerProps,
  FileProgress,
  FileThumbnail,
  useArrivalFocus,
} from './file/file-picker.tsx';
import { $refusal } from './form/receipt-form.store.ts';
import { ReceiptForm } from './form/receipt-form.tsx';
import { isUnfitting, type ReceiptValues } from './form/receipt-values.ts';
import { $fileOfOtherApp } from './installed-site.ts';
import {
  $corrected,
  chooseFile,
  choosePhoto,
  type Filling,
  type NewReceiptState,
  readChosenFile,
} from './new-receipt.store.ts';
import { $outbox } from './outbox/outbox.store.ts';
import type { StoredPhoto } from './outbox/receipt-storage.ts';
import { answerOffer } from './photo-first/photo-first.store.ts';

export function CaptureStep(props: Pick<FilePickerProps, 'title' | 'violation'>) {
  return <ReceiptCamera {...props} onFile={chooseFile} onPhoto={choosePhoto} />;
}

export function PhotoTips() {
  return (
    <section className="photo-tips" aria-labelledby="dicas-da-foto">
      <div>
        <h2 id="dicas-da-foto">Para a leitura dar certo</h2>
        <ul className="promises">
          <li>A nota inteira, sem dobras</li>
          <li>Boa luz, sem sombra</li>
          <li>O QR Code à vista</li>
        </ul>
      </div>
      <img src={mascotPath('le')} width="320" height="300" alt="" loading="lazy" />
    </section>
  );
}

export function ChosenStep({ file }: { file: File }) {
  const arrival = useArrivalFocus<HTMLElement>();
  return (
    <section className="panel" aria-label="Nota escolhida" tabIndex={-1} ref={arrival}>
      <OtherAppNote file={file} />
      <ChosenFile file={file} />
      <h2 className="picture-question">A nota inteira e o QR Code aparecem bem?</h2>
      <div className="button-row">
        <button type="button" className="button" onClick={readChosenFile}>
          <span>ler cupom</span>
        </button>
        <FileButton className="button button-secondary" accept={acceptedFiles} onFile={chooseFile}>
          Trocar arquivo
        </FileButton>
      </div>
    </section>
  );
}

/** Asks the user to look at the file, because any site could have sent it here. */
function OtherAppNote({ file }: { file: File }) {
  if (useStore($fileOfOtherApp) !== file) return null;
  return (
    <p className="message message-info">
      <b>Compartilhada por outro app.</b> Confira se a nota é sua antes de enviar.
    </p>
  );
}

export function OfferedStep({ photo }: { photo: StoredPhoto }) {
  const arrival = useArrivalFocus<HTMLElement>();
  const moment = formatDateTime(new Date(photo.keptAt).toISOString());
  return (
    <section className="panel" aria-labelledby="nota-de-quem" tabIndex={-1} ref={arrival}>
      <h2 id="nota-de-quem">Esta nota é sua?</h2>
      <p>
        Uma nota foi fotografada neste aparelho em {moment}, antes de alguém entrar na conta. Se não
        for sua, ela será apagada daqui.
      </p>
      <div className="button-row">
        <button type="button" className="button" onClick={() => answerOffer(true)}>
          Sim, enviar esta nota
        </button>
        <button
          type="button"
          className="button button-secondary"
          onClick={() => answerOffer(false)}
        >
          Não é minha
        </button>
      </div>
    </section>
  );
}

interface ReadingStepProps {
  file: File;
  by: 'device' | 'server';
  onCancel: () => void;
}

export function ReadingStep({ file, by, onCancel }: ReadingStepProps) {
  const arrival = useArrivalFocus<HTMLButtonElement>();
  return (
    <section className="panel receipt-reading" aria-label="Leitura da nota">
      <img src={mascotPath('le')} width="320" height="300" alt="" />
      <FileProgress file={file} label={readingText(by)} />
      <button type="button" className="button button-secondary" ref={arrival} onClick={onCancel}>
        Cancelar
      </button>
    </section>
  );
}

interface FillingStepProps {
  site: SiteProps;
  form: FormStore;
  /** Stays on screen, with disabled buttons, while the receipt is being sent. */
  isSending: boolean;
  filling: Filling;
}

export function FillingStep({ site, form, filling, isSending }: FillingStepProps) {
  const arrival = useArrivalFocus<HTMLParagraphElement>();
  const isCorrection = useStore($corrected) !== null;
  const { file, violation } = filling;
  // The head of the form says what is wrong in its place.
  const isRefused = useStore($refusal) !== null;
  const isStopped = useStore(form.$failedSubmits) > 0 || isRefused;
  const isRight = isWhollyRead(filling) && !isUnfitting(filling.read);
  const text = fillingText(filling, isCorrection, useStore(form.$values));
  const isHappy = !isCorrection && (isRight || isBeingRead(filling));
  return (
    <>
      {!isHappy && (
        <p className="message message-info" hidden={isStopped} tabIndex={-1} ref={arrival}>
          {text}
        </p>
      )}
      {file && <OtherAppNote file={file.file} />}
      {file ? (
        <FoldedPhoto file={file.file} violation={violation} isSending={isSending} />
      ) : (
        <FilePicker title="Envie a foto da nota" violation={violation} onFile={chooseFile} />
      )}
      <ReceiptForm site={site} form={form} filling={filling} isSending={isSending}>
        {isHappy && (
          <p className="receipt-read on-rays" hidden={isStopped} tabIndex={-1} ref={arrival}>
            {text}
            <HeadFigure pose="le" />
          </p>
        )}
      </ReceiptForm>
    </>
  );
}

/** As in the style sheet: from this width on, the photo is beside the form, so it starts open. */
const besideTheForm = '(min-width: 56.25em) and (min-height: 37.01em)';

interface FoldedPhotoProps extends Pick<Filling, 'violation'> {
  file: File;
  isSending: boolean;
}

function FoldedPhoto({ file, violation, isSending }: FoldedPhotoProps) {
  const [hasRoom] = useState(() => window.matchMedia(besideTheForm).matches);
  return (
    <div className="accordion receipt-photo">
      <details open={hasRoom || violation !== null}>
        <summary>
          <FileThumbnail file={file} />
          <span>
            {file.name} <small>Ver a foto inteira</small>
          </span>
        </summary>
        <div className="accordion-body">
          <ChosenFile file={file} />
          {violation && (
            <p className="message message-danger" role="alert">
              {receiptViolationMessage(violation)}
            </p>
          )}
          <FileButton
            className="button button-secondary button-wide"
            accept={acceptedFiles}
            busy={isSending}
            onFile={chooseFile}
          >
            Trocar arquivo
          </FileButton>
        </div>
      </details>
    </div>
  );
}

export function QueuedStep({ lines }: { lines: readonly string[] }) {
  const arrival = useArrivalFocus<HTMLParagraphElement>();
  const isOwed = useStore($outbox).some(({ state }) => state === 'queued' || state === 'sending');
  return (
    <>
      {isOwed && (
        <p className="message message-info" tabIndex={-1} ref={arrival}>
          {queuedText(lines)}
        </p>
      )}
      <CaptureStep title="Envie a foto da próxima nota" violation={null} />
    </>
  );
}

/** What a screen reader announces at each step; errors are announced by their own elements. */
export function newReceiptText(state: NewReceiptState, isCorrection: boolean): string {
  switch (state.step) {
    case 'choosing':
      return state.file ? `Arquivo ${state.file.name} escolhido` : '';
    case 'reading':
      return readingText(state.by);
    case 'filling':
    case 'sending':
      return fillingText(state, isCorrection);
    // Its sentence will take the focus.
    case 'offered':
    case 'queued':
    case 'saved':
      return '';
    default:
      return state satisfies never;
  }
}

function readingText(by: 'device' | 'server'): string {
  return by === 'device' ? 'Procurando o QR Code da nota…' : 'Lendo o cupom…';
}

function queuedText(lines: readonly string[]): string {
  const stored = 'Sua nota ficou guardada neste aparelho e será enviada quando';
  return lines.length === 0
    ? `Sem conexão. ${stored} a internet voltar.`
    : `${lines.join(' ')} ${stored} o sistema voltar.`;
}

function isWhollyRead({ file, read }: Filling): boolean {
  const { identifier, purchaseDate, cnpj, totalAmount } = read;
  const isComplete = Boolean(identifier && purchaseDate && cnpj && totalAmount);
  return isComplete && file !== null && file.unfit === null;
}

/** Whether the server is still looking for what the QR code does not hold. */
function isBeingRead(filling: Filling): boolean {
  const { file, server } = filling;
  return server === 'asked' && file !== null && file.unfit === null && !isUnfitting(filling.read);
}

const unfitTexts = {
  test: 'Esta nota é de teste, sem valor fiscal. Troque o arquivo pela foto de outra nota',
  several: 'Há mais de uma nota na imagem. Aproxime o QR Code de uma só',
} as const;

/** @param values what the fields hold by now */
export function fillingText(
  filling: Filling,
  isCorrection: boolean,
  values: ReceiptValues = {},
): string {
  const { file, read, server } = filling;
  if (isCorrection) return 'Corrija o que foi recusado e salve de novo';
  if (!file) return 'Seus dados foram guardados. Escolha o arquivo da nota de novo';
  if (file.unfit) return unfitTexts[file.unfit];
  if (isUnfitting(read, values)) {
    return 'Cupom lido. Confira o campo marcado; se estiver certo, envie outra nota';
  }
  if (isWhollyRead(filling)) return 'Cupom lido. Confira e salve';
  if (server === 'asked') return 'Cupom lido. Procurando o que falta…';
  if (server === 'unreachable') {
    return 'Sem conexão para ler o cupom. Preencha os campos com os dados da nota';
  }
  return Object.keys(read).length > 0
    ? 'Cupom lido. Confira os campos e preencha o que falta'
    : 'Não foi possível ler a nota. Preencha os campos com os dados da nota ou troque o arquivo por uma foto mais nítida';
}
