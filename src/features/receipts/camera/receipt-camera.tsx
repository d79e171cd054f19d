import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { environment } from '../../../environment.ts';
import { inNextTask } from '../../../ui/later.ts';
import { useStyleSheet } from '../../../ui/use-style-sheet.ts';
import { FilePicker, type FilePickerProps } from '../file/file-picker.tsx';
import type { CameraProblem } from './camera.ts';
import styleSheet from './viewfinder.css?url';
import {
  $viewfinder,
  openViewfinder,
  type ReceiptPhoto,
  startViewfinder,
} from './viewfinder.store.ts';
import type { LiveProps } from './viewfinder.tsx';

type CaptureProps = FilePickerProps & {
  onlyAfterPress?: boolean;
  onPhoto: (photo: ReceiptPhoto) => void;
};

/** Shows buttons for files until the camera has loaded, and, with the reason, once it has closed. */
export function ReceiptCamera({ onlyAfterPress = false, onPhoto, ...picker }: CaptureProps) {
  const view = useStore($viewfinder);
  const movesFocus = useRef(false);
  const Live = useLiveCamera();
  useEffect(() => (Live ? startViewfinder({ onlyAfterPress }) : undefined), [Live, onlyAfterPress]);
  if (Live && view.state !== 'closed') {
    return <Live {...picker} view={view} movesFocus={movesFocus} onPhoto={onPhoto} />;
  }
  const { offer, problem } = view.state === 'closed' ? view : { offer: 'none', problem: null };
  const press = () => {
    movesFocus.current = true;
    void openViewfinder();
  };
  return (
    <FilePicker
      {...picker}
      notice={problem && cameraProblems[problem]}
      cameraButton={
        offer === 'open' || offer === 'ask' ? (
          <OpenButton onPress={press} takesFocus={movesFocus.current && problem === null} />
        ) : null
      }
    />
  );
}

function useLiveCamera(): ComponentType<LiveProps> | null {
  const [view, setView] = useState<{ Live: ComponentType<LiveProps> } | null>(null);
  const styles = useStyleSheet(styleSheet);
  useEffect(
    () =>
      inNextTask(() => {
        import('./viewfinder.tsx').then(
          ({ LiveCamera }) => setView({ Live: LiveCamera }),
          environment().report,
        );
      }),
    [],
  );
  return styles === 'loaded' && view ? view.Live : null;
}

/** Gets the focus back after the user closed the camera. */
function OpenButton({ onPress, takesFocus }: { onPress: () => void; takesFocus: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <button type="button" className="button main-with-finger" ref={button} onClick={onPress}>
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
