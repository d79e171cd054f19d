import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useCallback, useEffect, useRef } from 'react';
import { useStyleSheet } from '../../../ui/use-style-sheet.ts';
import { useLazyModule } from '../begin-later.ts';
import { FilePicker, type FilePickerProps } from '../file/file-picker.tsx';
import type { CameraProblem } from './camera.ts';
import styleSheet from './viewfinder.css?url';
import type { ReceiptPhoto, Viewfinder } from './viewfinder.store.ts';

type CaptureProps = FilePickerProps & {
  onlyAfterPress?: boolean;
  onPhoto: (photo: ReceiptPhoto) => void;
  onClockCheck?: (closeCamera: () => void) => () => void;
};

/** Shows buttons for files until the camera has loaded, and, with the reason, once it has closed. */
export function ReceiptCamera({
  onlyAfterPress = false,
  onPhoto,
  onClockCheck,
  ...picker
}: CaptureProps) {
  const camera = useCamera();
  const view = useStore(camera?.$viewfinder ?? $notLoaded);
  const movesFocus = useRef(false);
  const passFocusToCamera = useCallback(
    (buttons: HTMLDivElement) => () => {
      movesFocus.current ||= buttons.contains(document.activeElement);
    },
    [],
  );
  useEffect(() => camera?.startViewfinder({ onlyAfterPress }), [camera, onlyAfterPress]);
  useEffect(
    () => (camera ? onClockCheck?.(camera.closeViewfinder) : undefined),
    [camera, onClockCheck],
  );
  if (camera && view.state !== 'closed') {
    return <camera.LiveCamera {...picker} view={view} movesFocus={movesFocus} onPhoto={onPhoto} />;
  }
  const { offer, problem } = view.state === 'closed' ? view : { offer: 'none', problem: null };
  const press = () => {
    movesFocus.current = true;
    void camera?.openViewfinder();
  };
  const canOpen = offer === 'open' || offer === 'ask';
  const isFileMain = canOpen && problem !== null && problem !== 'lost';
  return (
    <FilePicker
      {...picker}
      buttonsRef={passFocusToCamera}
      notice={problem && cameraProblems[problem]}
      isFileMain={isFileMain}
      cameraButton={
        canOpen ? (
          <OpenButton
            isMain={!isFileMain}
            onPress={press}
            takesFocus={movesFocus.current && problem === null}
          />
        ) : null
      }
    />
  );
}

const $notLoaded = atom<Viewfinder>({ state: 'closed', offer: 'unknown', problem: null });

async function loadCamera() {
  const [view, store] = await Promise.all([
    import('./viewfinder.tsx'),
    import('./viewfinder.store.ts'),
  ]);
  return { ...view, ...store };
}

function useCamera() {
  const camera = useLazyModule(loadCamera);
  const styles = useStyleSheet(styleSheet);
  return styles === 'loaded' && camera.state === 'loaded' ? camera.module : null;
}

interface OpenButtonProps {
  isMain: boolean;
  onPress: () => void;
  takesFocus: boolean;
}

/** Gets the focus back after the user closed the camera. */
function OpenButton({ isMain, onPress, takesFocus }: OpenButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <button
      type="button"
      className={isMain ? 'button main-with-finger' : 'button button-secondary'}
      ref={button}
      onClick={onPress}
    >
      Abrir câmera
    </button>
  );
}

const otherWay = 'Você pode enviar a foto ou o PDF da nota.';

const cameraProblems: Readonly<Record<CameraProblem, string>> = {
  refused: `A câmera não foi liberada. ${otherWay}`,
  missing: `Não encontramos uma câmera. ${otherWay}`,
  busy: `A câmera está sendo usada por outro aplicativo. ${otherWay}`,
  lost: `A câmera foi desligada. Abra de novo, ou envie a foto ou o PDF da nota.`,
  failed: `Não foi possível usar a câmera. ${otherWay}`,
};
