import { useStore } from '@nanostores/react';
import type { SiteProps } from '../../environment.ts';
import { violationMessage } from '../../rules/messages.ts';
import type { Form } from '../../ui/form.ts';
import { ChosenFile } from './chosen-file.tsx';
import { acceptedFiles, FileButton } from './file-button.tsx';
import { FilePicker } from './file-picker.tsx';
import { $corrected, chooseFile, type NewReceipt } from './new-receipt.store.ts';
import { fillingText } from './new-receipt-text.ts';
import { ReceiptForm } from './receipt-form.tsx';
import { useArrivalFocus } from './use-arrival-focus.ts';

interface FillingStepProps {
  site: SiteProps;
  form: Form;
  filling: Extract<NewReceipt, { step: 'filling' }>;
}

/** The file above, what it says below. */
export function FillingStep({ site, form, filling }: FillingStepProps) {
  const arrival = useArrivalFocus<HTMLParagraphElement>();
  const isCorrection = useStore($corrected) !== null;
  const { file, violation } = filling;
  const isSending = useStore(form.$step).step === 'sending';
  return (
    <>
      <p className="message message-info" tabIndex={-1} ref={arrival}>
        {fillingText(filling, isCorrection)}
      </p>
      {file ? (
        <div className="accordion">
          <details open={violation !== null}>
            <summary>{file.file.name}</summary>
            <div className="accordion-body">
              <ChosenFile file={file.file} />
              {violation && (
                <p className="message message-danger" role="alert">
                  {violationMessage(violation)}
                </p>
              )}
              <FileButton
                className="button button-secondary button-wide"
                accept={acceptedFiles}
                busy={isSending}
                onFile={chooseFile}
              >
                Trocar arquivo
              </FileButton>
            </div>
          </details>
        </div>
      ) : (
        <FilePicker title="Envie a foto da nota" violation={violation} onFile={chooseFile} />
      )}
      <ReceiptForm site={site} form={form} filling={filling} />
    </>
  );
}
