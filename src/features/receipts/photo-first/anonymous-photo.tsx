import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { draftOf } from '../../../client/storage.ts';
import { environment } from '../../../environment.ts';

/** Whether a photo that this tab took waits for a sign-in. */
export const $hasAnonymousPhoto = atom(false);

/** A day: enough to sign up, and short for a device that several people use. */
export const photoLifetimeMs = 86_400_000;

/** Begins with the time when the photo was stored; deleted with the tab's other drafts. */
export const anonymousPhotoId = draftOf('foto');

export function isAnonymousPhotoFresh(): boolean {
  const storedAt = Number.parseInt(anonymousPhotoId.get() ?? '', 10);
  return storedAt > environment().now().getTime() - photoLifetimeMs;
}

export function useHasAnonymousPhoto(): boolean {
  useEffect(() => $hasAnonymousPhoto.set(isAnonymousPhotoFresh()), []);
  return useStore($hasAnonymousPhoto, { ssr: 'initial' });
}

export function AnonymousPhotoNotice() {
  return useHasAnonymousPhoto() && <StoredReceiptNotice />;
}

export function StoredReceiptNotice() {
  return (
    <p className="message message-success">
      Sua nota já está guardada. Cadastre-se ou entre para enviar.
    </p>
  );
}
