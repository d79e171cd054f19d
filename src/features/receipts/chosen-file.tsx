import { useEffect, useState } from 'react';
import { formatFileSize } from './file-size.ts';

/** The picture that was chosen, or the name of what cannot be shown as one. */
export function ChosenFile({ file }: { file: File }) {
  const address = useObjectUrl(file);
  const [unseen, setUnseen] = useState<File | null>(null);
  const caption = `${file.name} · ${formatFileSize(file.size)}`;
  if (!address || unseen === file || file.type === 'application/pdf') {
    return (
      <p className="progress-card">
        <b>{file.name}</b>
        <span>{formatFileSize(file.size)}</span>
      </p>
    );
  }
  return (
    <figure className="receipt-picture receipt-preview">
      <img src={address} alt="Nota escolhida" onError={() => setUnseen(file)} />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

function useObjectUrl(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
