import { useStore } from '@nanostores/react';
import {
  Fragment,
  type ReactNode,
  type RefCallback,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Campaign } from '../../../contract/campaign.ts';
import { receiptViolationMessage } from '../../../rules/messages/receipt-messages.ts';
import { formatNumber } from '../../../rules/text.ts';
import type { ReceiptViolation } from '../../../rules/violation.ts';
import { DiscFigure, FileSheet, PossibleEarnings, ReceiptOnDisc } from '../receipt-parts.tsx';
import { $fileOfOtherApp, $firstOfMany, noteFirstOfMany } from './shared-file.store.ts';

export interface FilePickerProps {
  title?: string;
  violation: ReceiptViolation | null;
  onFile: (file: File) => void;
  buttonsRef?: RefCallback<HTMLDivElement>;
  cameraButton?: ReactNode;
  /** Then the camera's button is there for another try. */
  isFileMain?: boolean;
  notice?: string | null;
}

export function FilePicker({
  title,
  violation,
  onFile,
  buttonsRef,
  cameraButton,
  isFileMain = false,
  notice = null,
}: FilePickerProps) {
  const photoButton = (
    <Fragment key="photo">
      {cameraButton ?? (
        <FileButton
          className="button camera-button"
          accept={acceptedPictures}
          capture="environment"
          onFile={onFile}
        >
          Tirar foto
        </FileButton>
      )}
    </Fragment>
  );
  const fileButton = (
    <FileButton
      key="file"
      className={isFileMain ? 'button' : 'button button-secondary main-with-mouse'}
      accept={acceptedFiles}
      onFile={onFile}
    >
      Escolher arquivo
    </FileButton>
  );
  return (
    <DropBox className="upload-box" onFile={onFile}>
      <ReceiptOnDisc />
      {title && <h2>{title}</h2>}
      <p className="drop-hint">Arraste o arquivo para cá ou cole com Ctrl+V</p>
      <FileKinds />
      <FileAlert violation={violation} notice={notice} />
      <div className="button-row upload-actions" ref={buttonsRef}>
        {isFileMain ? [fileButton, photoButton] : [photoButton, fileButton]}
      </div>
    </DropBox>
  );
}

const kinds = 'JPG, PNG ou PDF';

export function FileKinds() {
  return <p className="file-kinds">{kinds}, até 5MB</p>;
}

interface FileAlertProps extends Pick<FilePickerProps, 'violation' | 'notice'> {
  /** Where no `FileKinds` stands beside it. */
  namesKinds?: boolean;
  children?: ReactNode;
}

export function FileAlert({
  violation,
  notice = null,
  namesKinds = false,
  children,
}: FileAlertProps) {
  return (
    <div role="alert">
      {violation && (
        <p className="message message-danger">
          {receiptViolationMessage(violation)}
          {namesKinds && violation === 'FILE_TYPE' && `. Envie ${kinds}.`}
          {children}
        </p>
      )}
      {notice && !violation && <p className="message message-info">{notice}</p>}
    </div>
  );
}

interface DropBoxProps {
  className: string;
  onFile: (file: File) => void;
  children: ReactNode;
}

export function DropBox({ className, onFile, children }: DropBoxProps) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const box = useRef<HTMLElement>(null);
  usePastedFile(box, onFile);
  return (
    <section
      ref={box}
      className={className}
      data-dragged-over={isDraggedOver || undefined}
      aria-label="Arquivo da nota"
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDraggedOver(false);
        chooseFirst(event.dataTransfer.files, onFile);
      }}
    >
      {children}
    </section>
  );
}

function chooseFirst(files: FileList, onFile: (file: File) => void): void {
  const [file] = files;
  if (!file) return;
  noteFirstOfMany(file, files.length);
  onFile(file);
}

function usePastedFile(box: RefObject<HTMLElement | null>, onFile: (file: File) => void) {
  useEffect(() => {
    const paste = ({ clipboardData, target }: ClipboardEvent) => {
      const isElsewhere = [...document.querySelectorAll('dialog[open]')].some(
        (dialog) => !dialog.contains(box.current),
      );
      const isForField = target instanceof Element && target.matches('input, textarea');
      const [file] = clipboardData?.files ?? [];
      if (isElsewhere || isForField || !clipboardData || !file) return;
      // Spreadsheets put a picture beside the text that was copied, and the Finder a name beside a file.
      const text = clipboardData.getData('text/plain');
      if (text === '' || text.startsWith(file.name)) chooseFirst(clipboardData.files, onFile);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [box, onFile]);
}

/** JPEG first: some browsers turn other pictures into the first type named. */
export const acceptedPictures = 'image/jpeg,image/png';

export const acceptedFiles = `${acceptedPictures},application/pdf`;

interface FileButtonProps {
  className: string;
  accept: string;
  /** Opens the camera of a phone; Chromium does so only if pictures are all that `accept` names. */
  capture?: 'environment';
  busy?: boolean;
  disabled?: boolean;
  onFile: (file: File) => void;
  children: string;
}

export function FileButton({
  className,
  accept,
  capture,
  busy = false,
  disabled = false,
  onFile,
  children,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  /** Works even if the input left the page while its dialog was open. */
  const take = (chosen: HTMLInputElement | null) => {
    const file = chosen?.files?.[0];
    if (!chosen || !file) return;
    chosen.value = '';
    onFile(file);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the beginning.
  useEffect(() => {
    // Without this, cancelling the choice of a file would close the dialog around it.
    input.current?.addEventListener('cancel', (event) => event.stopPropagation());
    // A file may have been chosen before the script had loaded.
    take(input.current);
  }, []);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-busy={busy}
        aria-disabled={disabled}
        onClick={() => !busy && !disabled && input.current?.click()}
      >
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={children}
        accept={accept}
        capture={capture}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
    </>
  );
}

/** Asks the user to look at a shared file, because any site could have sent it here. */
export function FileNote({ file }: { file: File }) {
  const isShared = useStore($fileOfOtherApp) === file;
  const isFirstOfMany = useStore($firstOfMany) === file;
  if (!isShared && !isFirstOfMany) return null;
  return (
    <p className="message message-info">
      {isShared && (
        <>
          <b>Compartilhada por outro app.</b> Confira se a nota é sua antes de enviar.{' '}
        </>
      )}
      {isFirstOfMany && 'Aqui está só o primeiro arquivo: envie os outros depois, um por vez.'}
    </p>
  );
}

export function FilePreview({ file, question }: { file: File; question?: string }) {
  const preview = usePreview(file);
  const caption = `${file.name} · ${formatFileSize(file.size)}`;
  if (!preview) {
    return (
      <p className="progress-card">
        <FileSheet isPdf={isPdf(file)} />
        <b>{file.name}</b>
        <span>{formatFileSize(file.size)}</span>
      </p>
    );
  }
  return (
    <>
      <figure className="receipt-picture receipt-preview">
        {preview.src ? <img {...preview} alt="Nota escolhida" /> : <div />}
        <figcaption>{caption}</figcaption>
      </figure>
      {question && <h2 className="picture-question">{question}</h2>}
    </>
  );
}

export function isPdf({ type }: File): boolean {
  return type === 'application/pdf';
}

export function FileThumbnail({ file }: { file: File }) {
  const preview = usePreview(file);
  if (!preview) return <FileSheet isPdf={isPdf(file)} />;
  return (
    <img {...preview} className="file-thumbnail" width="80" height="104" alt="" decoding="async" />
  );
}

/** Without `src` in the first render; null for a PDF, or a picture the browser cannot draw. */
function usePreview(file: File) {
  const address = useObjectUrl(file);
  const [unseen, setUnseen] = useState<File | null>(null);
  if (unseen === file || isPdf(file)) return null;
  return { src: address ?? undefined, onError: () => setUnseen(file) };
}

function useObjectUrl(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setAddress(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return address;
}

function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  if (kilobytes < 1000) return `${kilobytes} KB`;
  const megabytes = Math.round((bytes / 1024 / 1024) * 10) / 10;
  return `${formatNumber(megabytes)} MB`;
}

export function FileProgress({ file, label }: { file: File; label: string }) {
  return (
    <div className="progress-card">
      <b>{file.name}</b>
      <span>{formatFileSize(file.size)}</span>
      <progress aria-label={label} />
      <span className="progress-label">{label}</span>
    </div>
  );
}

interface PhotoTipsProps extends Pick<Campaign, 'engines'> {
  className: string;
}

export function PhotoTips({ engines, className }: PhotoTipsProps) {
  return (
    <section className={`photo-tips ${className}`} aria-labelledby="dicas-da-foto">
      <div>
        <h2 id="dicas-da-foto">Para a leitura dar certo</h2>
        <ul className="tick-list">
          <li>A nota inteira, sem dobras</li>
          <li>Boa luz, sem sombra</li>
          <li>O QR Code à vista</li>
        </ul>
      </div>
      <DiscFigure pose="fotografa" />
      <PossibleEarnings engines={engines} />
    </section>
  );
}
