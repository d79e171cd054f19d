import { useRef } from 'react';

/** A button that lets the visitor choose files, several at a time. */
export function FileChoice({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="button button-secondary"
        onClick={() => input.current?.click()}
      >
        Usar arquivos meus
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Usar arquivos meus"
        accept=".jsonl,.csv"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
