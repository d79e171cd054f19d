import { ChosenFile } from './chosen-file.tsx';
import { acceptedFiles, FileButton } from './file-button.tsx';
import { chooseFile, readChosenFile } from './new-receipt.store.ts';
import { useArrivalFocus } from './use-arrival-focus.ts';

/** REC-01: the file is shown, and 'ler cupom' goes on. */
export function ChosenStep({ file }: { file: File }) {
  const arrival = useArrivalFocus<HTMLElement>();
  return (
    <section className="panel" aria-label="Nota escolhida" tabIndex={-1} ref={arrival}>
      <ChosenFile file={file} />
      <div className="button-row">
        <button type="button" className="button" onClick={readChosenFile}>
          ler cupom
        </button>
        <FileButton className="button button-secondary" accept={acceptedFiles} onFile={chooseFile}>
          Trocar arquivo
        </FileButton>
      </div>
    </section>
  );
}
