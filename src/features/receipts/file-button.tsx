import { useEffect, useRef } from 'react';

/** JPEG first: some browsers turn other pictures into the first type named. */
export const acceptedPictures = 'image/jpeg,image/png';

export const acceptedFiles = `${acceptedPictures},application/pdf`;

interface FileButtonProps {
  className: string;
  accept: string;
  /** Opens the camera of a phone; Chromium does so only if pictures are all that `accept` names. */
  capture?: 'environment';
  /** Its file is on the way. */
  busy?: boolean;
  onFile: (file: File) => void;
  children: string;
}

/** A button that lets the person choose one file; the same file may be chosen twice. */
export function FileButton({
  className,
  accept,
  capture,
  busy = false,
  onFile,
  children,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    const file = input.current?.files?.[0];
    if (!input.current || !file) return;
    input.current.value = '';
    onFile(file);
  };
  // A file may have been chosen before the script was there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the beginning.
  useEffect(take, []);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-busy={busy}
        onClick={() => !busy && input.current?.click()}
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
        onChange={take}
      />
    </>
  );
}
