import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { environment } from '../../environment.ts';
import { storedPhotoKey } from '../../storage-keys.ts';

/** Whether this tab has stored a photo of a receipt, which is sent once the user has signed in. */
export const $isPhotoStored = atom(false);

/** A day: enough to sign up, and short for a device that several people use. */
export const photoLifetimeMs = 86_400_000;

/** Begins with the time when the photo was stored; deleted with the tab's other drafts. */
export function tabPhotoId() {
  const { drafts } = environment();
  return {
    get: () => drafts.get(storedPhotoKey),
    set: (id: string) => drafts.set(storedPhotoKey, id),
    remove: () => drafts.remove(storedPhotoKey),
  };
}

export function isTabPhotoFresh(): boolean {
  const storedAt = Number.parseInt(tabPhotoId().get() ?? '', 10);
  return storedAt > environment().now().getTime() - photoLifetimeMs;
}

export function useStoredPhoto(): boolean {
  useEffect(() => $isPhotoStored.set(isTabPhotoFresh()), []);
  return useStore($isPhotoStored, { ssr: 'initial' });
}

export function StoredPhotoNotice() {
  return (
    useStoredPhoto() && (
      <p className="message message-success">
        Sua nota já está guardada. Cadastre-se ou entre para enviar.
      </p>
    )
  );
}
