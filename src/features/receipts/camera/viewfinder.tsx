import { type RefObject, useEffect, useRef } from 'react';
import { LiveRegion } from '../../../ui/loading.tsx';
import {
  acceptedFiles,
  DropBox,
  FileAlert,
  FileButton,
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
  state: Exclude<Viewfinder, { state: 'closed' }>;
  movesFocus: RefObject<boolean>;
  onPhoto: (photo: ReceiptPhoto) => void;
}

export function LiveCamera({ state, movesFocus, violation, onPhoto, onFile }: LiveProps) {
  const box = useRef<HTMLDivElement>(null);
  const video = useLivePicture(state, box, onPhoto);
  useEffect(() => {
    if (movesFocus.current) box.current?.focus();
  }, [movesFocus]);
  const shoot = () => {
    if (video.current) void takePhoto(video.current, null, onPhoto);
  };
  const isLooking = state.state === 'looking';
  return (
    <DropBox className="viewfinder" onFile={onFile}>
      <div className="viewfinder-stage" data-look={shownState(state)} ref={box} tabIndex={-1}>
        <video ref={video} muted playsInline aria-label="Imagem da câmera" />
        <span className="viewfinder-frame" aria-hidden="true" />
        <p className="viewfinder-hint">{viewfinderText(state)}</p>
        <div className="viewfinder-tools">
          {isLooking && state.torch && (
            <button type="button" aria-pressed={state.torch === 'on'} onClick={switchTorch}>
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
      </div>
      <LiveRegion text={viewfinderText(state)} />
      <div className="button-row">
        <FileAlert violation={violation} />
        <button type="button" className="button" aria-disabled={!isLooking} onClick={shoot}>
          Fotografar a nota inteira
        </button>
        <FileButton className="button button-secondary" accept={acceptedFiles} onFile={onFile}>
          Escolher arquivo
        </FileButton>
      </div>
    </DropBox>
  );
}

/** Shows the camera's picture and looks for a code in it, until a photo is taken. */
function useLivePicture(
  state: LiveProps['state'],
  box: RefObject<HTMLDivElement | null>,
  onPhoto: LiveProps['onPhoto'],
) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = 'camera' in state ? state.camera : null;
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
    if (state.state === 'taking') video.current?.pause();
  }, [state.state]);
  return video;
}

/** For the styles: what the camera sees, or what happens to its picture. */
function shownState(state: LiveProps['state']): string {
  if (state.state === 'taking') return state.code ? 'read' : 'taking';
  return state.state === 'looking' ? state.seen : 'dark';
}

function viewfinderText(state: LiveProps['state']): string {
  switch (state.state) {
    case 'opening':
      return 'Permita o uso da câmera para ler a nota';
    case 'resting':
      return 'Câmera em pausa';
    case 'taking':
      return state.code ? 'QR Code lido' : 'Fotografando…';
    case 'looking':
      return seenTexts[state.seen];
    default:
      return state satisfies never;
  }
}

const seenTexts = {
  nothing: 'Aproxime o QR Code',
  other: 'Este código não é de nota fiscal. Aproxime o QR Code da nota.',
  several: 'Há mais de uma nota na imagem. Aproxime o QR Code de uma só.',
  known: 'Você já fotografou esta nota. Aproxime o QR Code da próxima.',
  test: 'Esta nota é de teste, sem valor fiscal. Aproxime o QR Code de outra nota.',
} as const;
