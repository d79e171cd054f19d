import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { LiveRegion } from '../../ui/status.tsx';
import type { CameraProblem } from './camera.ts';
import {
  acceptedFiles,
  DropBox,
  FileButton,
  FilePicker,
  type FilePickerProps,
} from './file-picker.tsx';
import styleSheet from './viewfinder.css?url';
import {
  $viewfinder,
  closeViewfinder,
  followPicture,
  openViewfinder,
  type ReceiptPhoto,
  startViewfinder,
  switchTorch,
  takePhoto,
  type Viewfinder,
} from './viewfinder.store.ts';

export type CaptureProps = FilePickerProps & { onPhoto: (photo: ReceiptPhoto) => void };

/** The camera inside the page, which reads the receipt's code by itself; else the choice of a file. */
export function ReceiptCamera({ onPhoto, ...picker }: CaptureProps) {
  const state = useStore($viewfinder);
  const isPressed = useRef(false);
  const isStyled = useStyleSheet(styleSheet);
  useEffect(startViewfinder, []);
  if (!isStyled) return <FilePicker {...picker} />;
  if (state.state !== 'closed') {
    return <Live state={state} takesFocus={isPressed} onPhoto={onPhoto} onFile={picker.onFile} />;
  }
  const open = () => {
    isPressed.current = true;
    void openViewfinder();
  };
  return (
    <FilePicker
      {...picker}
      notice={state.problem && cameraProblems[state.problem]}
      cameraButton={
        state.offer === 'open' || state.offer === 'ask' ? (
          <OpenButton onPress={open} takesFocus={isPressed.current && state.problem === null} />
        ) : null
      }
    />
  );
}

/** Loads a style sheet that only a part of the visitors needs. @returns whether it is there */
export function useStyleSheet(url: string): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = url;
    link.addEventListener('load', () => setThere(true));
    document.head.append(link);
    return () => link.remove();
  }, [url]);
  return isThere;
}

/** Has the focus again after the person closed the camera. */
function OpenButton({ onPress, takesFocus }: { onPress: () => void; takesFocus: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <button type="button" className="button open-camera" ref={button} onClick={onPress}>
      Abrir câmera
    </button>
  );
}

interface LiveProps {
  state: Exclude<Viewfinder, { state: 'closed' }>;
  /** Set once the person has pressed a button of the camera. */
  takesFocus: RefObject<boolean>;
  onPhoto: (photo: ReceiptPhoto) => void;
  onFile: (file: File) => void;
}

function Live({ state, takesFocus, onPhoto, onFile }: LiveProps) {
  const video = useRef<HTMLVideoElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const camera = 'camera' in state ? state.camera : null;
  useEffect(() => {
    const element = video.current;
    if (!element || !camera) return;
    const stop = new AbortController();
    element.srcObject = camera.stream;
    // Older Safari does not begin by itself.
    element.play().catch(() => {});
    stage.current?.scrollIntoView({ block: 'nearest' });
    void followPicture(element, onPhoto, stop.signal);
    return () => {
      stop.abort();
      element.srcObject = null;
    };
  }, [camera, onPhoto]);
  useEffect(() => {
    if (takesFocus.current) stage.current?.focus();
  }, [takesFocus]);
  // What is in view stands still while the photo is taken.
  useEffect(() => {
    if (state.state === 'taking') video.current?.pause();
  }, [state.state]);
  const shoot = () => {
    if (video.current) void takePhoto(video.current, null, onPhoto);
  };
  const isLooking = state.state === 'looking';
  return (
    <DropBox className="viewfinder" onFile={onFile}>
      <div className="viewfinder-stage" data-look={lookOf(state)} ref={stage} tabIndex={-1}>
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
              takesFocus.current = true;
              closeViewfinder();
            }}
          >
            Fechar câmera
          </button>
        </div>
      </div>
      <LiveRegion text={viewfinderText(state)} />
      <div className="button-row">
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

function lookOf(state: LiveProps['state']): string {
  if (state.state === 'taking') return state.code ? 'read' : 'taking';
  return state.state === 'looking' ? state.seen : 'dark';
}

/** What the picture says of itself, for eyes and ears. */
export function viewfinderText(state: LiveProps['state']): string {
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
  other: 'Este código não é de nota fiscal. Aproxime o QR Code da nota',
  test: 'Esta nota é de teste, sem valor fiscal. Aproxime o QR Code de outra nota',
} as const;

const otherWay = 'Você pode enviar a foto ou o PDF da nota.';

const cameraProblems: Readonly<Record<CameraProblem, string>> = {
  refused: `A câmera não foi liberada. ${otherWay}`,
  missing: `Não encontramos uma câmera. ${otherWay}`,
  busy: `A câmera está sendo usada por outro aplicativo. ${otherWay}`,
  lost: `A câmera foi desligada. Abra de novo, ou envie a foto ou o PDF da nota.`,
  failed: `Não foi possível usar a câmera. ${otherWay}`,
};
