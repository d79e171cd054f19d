import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Form } from '../../ui/form.ts';
import { $session } from '../session/session.store.ts';
import { clearReceipt, type SentFile } from './new-receipt.store.ts';
import { FileProgress } from './reading-step.tsx';
import { receiptDoubts } from './receipt-values.ts';
import { abortAndQueue } from './save-receipt.store.ts';

/** Milliseconds. */
const timeoutMs = 8_000;

interface ReceiptFormEndProps {
  form: Form;
  file: SentFile | null;
}

/** 'salvar' and why it is disabled, then 'limpar' (REC-13 to REC-15). */
export function ReceiptFormEnd({ form, file }: ReceiptFormEndProps) {
  const signedIn = useStore($session).state !== 'anonymous';
  const { step } = useStore(form.$step);
  const values = useStore(form.$values);
  const busy = step === 'sending';
  const ready = file !== null && signedIn;
  return (
    <>
      <div className="form" id="nota-falta" role="status">
        {/* The key says another month or another shop; the person decides which is right. */}
        {receiptDoubts(values).map((doubt) => (
          <p key={doubt} className="message message-info">
            {doubt}
          </p>
        ))}
        {!file && <p className="message message-info">Escolha o arquivo da nota para salvar</p>}
        {!signedIn && (
          <p className="message message-info">
            Entre na sua conta para salvar: <a href="#entrar">Entrar</a>
          </p>
        )}
      </div>
      {busy && file && (
        <>
          <FileProgress file={file.file} label="Enviando a nota…" />
          <SendLater />
        </>
      )}
      <button
        type={ready ? 'submit' : 'button'}
        className="button button-wide"
        aria-disabled={!ready || busy || step === 'sent'}
        aria-busy={busy}
        aria-describedby="nota-falta"
      >
        salvar
      </button>
      {/* Below and quiet: it drops file and fields, and is seldom what people want here. */}
      <button
        type="button"
        className="button-link button-quiet"
        aria-disabled={busy}
        onClick={() => !busy && clearReceipt()}
      >
        limpar
      </button>
    </>
  );
}

/** Offered when the answer takes long: it may never come. */
function SendLater() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), timeoutMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    late && (
      <button type="button" className="button button-secondary button-wide" onClick={abortAndQueue}>
        Guardar e enviar depois
      </button>
    )
  );
}
