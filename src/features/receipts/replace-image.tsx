import { useStore } from '@nanostores/react';
import type { Id } from '../../contract/primitives.ts';
import { violationMessage } from '../../rules/messages.ts';
import { FileButton } from './file-button.tsx';
import { $imageReplacement, replaceImage } from './image-replacement.store.ts';

/** MYREC-16 and MYREC-20. */
export function ReplaceImage({ couponId }: { couponId: Id }) {
  const replacement = useStore($imageReplacement);
  const own = replacement.state !== 'idle' && replacement.couponId === couponId;
  return (
    <>
      <FileButton
        className="button-link"
        accept="image/jpeg,image/png"
        busy={own && replacement.state === 'sending'}
        onFile={(file) => replaceImage(couponId, file)}
      >
        Enviar nova nota
      </FileButton>
      {own && replacement.state === 'refused' && (
        <p className="field-error" role="alert">
          {violationMessage(replacement.violation)}
        </p>
      )}
    </>
  );
}
