import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Id } from '../../contract/primitives.ts';
import { notices, violationMessage } from '../../rules/messages.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { acceptedPictures, FileButton } from './file-button.tsx';
import { $imageReplacement, replaceImage } from './image-replacement.store.ts';
import { receiptTitleId } from './receipt-title.ts';

/** MYREC-16 and MYREC-20. */
export function ReplaceImage({ couponId }: { couponId: Id }) {
  const replacement = useStore($imageReplacement);
  const own = replacement.state !== 'idle' && replacement.couponId === couponId;
  return (
    <>
      <FileButton
        className="button button-small"
        accept={acceptedPictures}
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

/** Tells that a picture has arrived, and takes the focus to its card, whose button is gone. */
export function ImageSent() {
  const replacement = useStore($imageReplacement);
  const sent = replacement.state === 'sent' && replacement;
  useEffect(() => {
    if (sent) document.getElementById(receiptTitleId(sent.couponId))?.focus();
  }, [sent]);
  return <LiveRegion text={sent ? notices.requestSent : ''} />;
}
