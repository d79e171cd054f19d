import { type RefObject, useEffect, useRef } from 'react';
import { severalReceiptsMessage } from '../../../rules/messages/receipt-messages.ts';
import {
  acceptedFiles,
  DropBox,
  FileAlert,
  FileButton,
  FileKinds,
  type FilePickerProps,
} from '../file/file-picker.tsx';
import {
  closeViewfinder,
  type ReceiptPhoto,
  switchTorch,
  takePhoto,
  type Viewfinder,
  watchForReceipt,
} from './viewfinder.store.ts';

export interface LiveProps extends Pick<FilePickerProps, 'violation' | 'onFile'> {
  view: Exclude<Viewfinder, { state: 'closed' }>;
  movesFocus: RefObject<boolean>;
  onPhoto: (photo: ReceiptPhoto) => void;
}

export function LiveCamera({ view, movesFocus, violation, onPhoto, onFile }: LiveProps) {
  const box = useRef<HTMLDivElement>(null);
  const video = useLivePicture(view, box, onPhoto);
  useEffect(() => {
    if (movesFocus.current) box.current?.focus();
  }, [movesFocus]);
  const shoot = () => {
    if (video.current) void takePhoto(video.current, null, onPhoto);
  };
  const isLooking = view.state === 'looking';
  return (
    <DropBox className="viewfinder" onFile={onFile}>
      <section
        className="viewfinder-stage"
        aria-label="Câmera"
        data-look={shownState(view)}
        ref={box}
        tabIndex={-1}
      >
        <video ref={video} muted playsInline aria-label="Imagem da câmera" />
        <span className="viewfinder-frame" aria-hidden="true" />
        <p className="viewfinder-hint" role="status">
          {viewfinderText(view)}
        </p>
        <div className="viewfinder-tools">
          {isLooking && view.torch && (
            <button type="button" aria-pressed={view.torch === 'on'} onClick={switchTorch}>
              Lanterna
            </button>
          )}
          <button
            type="button"
            onClick={() => {
              movesFocus.current = true;
              closeViewfinder();
            }}
          >
            Fechar câmera
          </button>
        </div>
      </section>
      <div className="button-row viewfinder-buttons">
        <FileAlert violation={violation} />
        <button type="button" className="button" aria-disabled={!isLooking} onClick={shoot}>
          Fotografar a nota inteira
        </button>
        <FileButton className="button button-secondary" accept={acceptedFiles} onFile={onFile}>
          Escolher arquivo
        </FileButton>
        <FileKinds />
      </div>
    </DropBox>
  );
}

/** Shows the camera's picture and looks for a code in it, until a photo is taken. */
function useLivePicture(
  view: LiveProps['view'],
  box: RefObject<HTMLDivElement | null>,
  onPhoto: LiveProps['onPhoto'],
) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = 'camera' in view ? view.camera : null;
  useEffect(() => {
    const element = video.current;
    if (!element || !camera) return;
    const stop = new AbortController();
    element.srcObject = camera.stream;
    // Older versions of Safari do not start by themselves.
    element.play().catch(() => {});
    box.current?.scrollIntoView({ block: 'nearest' });
    void watchForReceipt(element, onPhoto, stop.signal);
    return () => {
      stop.abort();
      element.srcObject = null;
    };
  }, [camera, box, onPhoto]);
  useEffect(() => {
    if (view.state === 'taking') video.current?.pause();
  }, [view.state]);
  return video;
}

/** For the styles: what the camera sees, or what happens to its picture. */
function shownState(view: LiveProps['view']): string {
  if (view.state === 'taking') return view.code ? 'read' : 'taking';
  return view.state === 'looking' ? view.seen : 'dark';
}

function viewfinderText(view: LiveProps['view']): string {
  switch (view.state) {
    case 'opening':
      return 'Permita o uso da câmera para ler a nota';
    case 'resting':
      return 'Câmera em pausa';
    case 'taking':
      return view.code ? 'QR Code lido' : 'Fotografando…';
    case 'looking':
      return seenTexts[view.seen];
    default:
      return view satisfies never;
  }
}

const seenTexts = {
  nothing: 'Aproxime o QR Code',
  other: 'Este código não é de nota fiscal. Aproxime o QR Code da nota.',
  several: severalReceiptsMessage,
  sent: 'Você já fotografou esta nota. Aproxime o QR Code da próxima.',
  test: 'Esta nota é de teste, sem valor fiscal. Aproxime outra.',
} as const;
