import { formatFileSize } from './file-size.ts';
import { readingText } from './new-receipt-text.ts';
import { useArrivalFocus } from './use-arrival-focus.ts';

interface ReadingStepProps {
  file: File;
  by: 'device' | 'server';
  onCancel: () => void;
}

/** The file is being read; the person may stop it. */
export function ReadingStep({ file, by, onCancel }: ReadingStepProps) {
  const arrival = useArrivalFocus<HTMLButtonElement>();
  return (
    <>
      <FileProgress file={file} label={readingText(by)} />
      <button type="button" className="button button-secondary" ref={arrival} onClick={onCancel}>
        Cancelar
      </button>
    </>
  );
}

/** Something is done with the file, no one knows for how long. */
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
