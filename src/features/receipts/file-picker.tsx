import { type ReactNode, useEffect, useState } from 'react';
import { violationMessage } from '../../rules/messages.ts';
import type { Violation } from '../../rules/violation.ts';
import { ReceiptOnDisc } from './drawings.tsx';
import { acceptedFiles, acceptedPictures, FileButton } from './file-button.tsx';

interface FilePickerProps {
  title: string;
  violation: Violation | null;
  onFile: (file: File) => void;
}

/** Takes the receipt's file: from the camera, from the files, dropped, or pasted. */
export function FilePicker({ title, violation, onFile }: FilePickerProps) {
  usePastedFile(onFile);
  return (
    <DropBox onFile={onFile}>
      <ReceiptOnDisc />
      <h2>{title}</h2>
      <p>JPG, PNG ou PDF, até 5MB</p>
      <div role="alert">
        {violation && <p className="message message-danger">{violationMessage(violation)}</p>}
      </div>
      <div className="button-row">
        <FileButton
          className="button camera-button"
          accept={acceptedPictures}
          capture="environment"
          onFile={onFile}
        >
          Tirar foto
        </FileButton>
        <FileButton className="button button-secondary" accept={acceptedFiles} onFile={onFile}>
          Escolher arquivo
        </FileButton>
      </div>
    </DropBox>
  );
}

function DropBox({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const [over, setOver] = useState(false);
  return (
    <section
      className={over ? 'upload-box upload-box-over' : 'upload-box'}
      aria-label="Arquivo da nota"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      {children}
    </section>
  );
}

function usePastedFile(onFile: (file: File) => void) {
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const file = clipboardData?.files[0];
      if (file) onFile(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [onFile]);
}
