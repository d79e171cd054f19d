import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { environment, type SiteProps } from '../../../environment.ts';
import {
  homeSignUp,
  newReceiptPath,
  overThisPage,
  signInDialog,
  signInPath,
  signUpDialog,
  signUpPath,
} from '../../../paths.ts';
import { hourMs } from '../../../rules/dates.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { focusTitle, mayTakeFocus, useFocusOnMount } from '../../../ui/focus.ts';
import { Loading } from '../../../ui/loading.tsx';
import { useStyleSheet } from '../../../ui/use-style-sheet.ts';
import { $session, watchSession } from '../../session/session.store.ts';
import { ReceiptCamera } from '../camera/receipt-camera.tsx';
import styleSheet from '../file/file-picker.css?url';
import { FilePreview } from '../file/file-picker.tsx';
import { fileFrom } from '../receipt-storage.ts';
import { photoLifetimeMs } from './anonymous-photo.tsx';
import {
  $photoFirst,
  isFramedPage,
  loadAnonymousPhoto,
  type PhotoFirstState,
  removeAnonymousPhoto,
  storeAnonymousPhoto,
} from './photo-first.store.ts';

interface PhotoFirstDialogProps {
  site: SiteProps;
  onClose: () => void;
}

export function PhotoFirstDialog({ site, onClose }: PhotoFirstDialogProps) {
  const session = useStore($session);
  const styles = useStyleSheet(styleSheet);
  const isStored = useStore($photoFirst).state === 'stored';
  useEffect(() => {
    watchSession();
    void loadAnonymousPhoto();
  }, []);
  useEffect(() => {
    if (session.state === 'signed-in') environment().navigate(newReceiptPath, 'replace');
  }, [session]);
  // Without its own styles the dialog can still be used.
  if (session.state !== 'anonymous' || styles === 'loading') return null;
  return (
    <Dialog
      title={isStored ? 'Nota guardada' : 'Fotografe a nota'}
      className="photo-first"
      onClose={onClose}
    >
      <PhotoFirst site={site} />
    </Dialog>
  );
}

const storeFile = (file: File) => storeAnonymousPhoto({ file, code: null });

function PhotoFirst({ site }: { site: SiteProps }) {
  const view = useStore($photoFirst);
  const [hasChosen, setHasChosen] = useState(false);
  if (view.state === 'storing' && !hasChosen) setHasChosen(true);
  switch (view.state) {
    case 'loading':
      return <Loading />;
    case 'storing':
      return <Storing />;
    case 'choosing':
      return (
        <ReceiptCamera
          violation={view.violation}
          onFile={storeFile}
          onPhoto={storeAnonymousPhoto}
        />
      );
    case 'stored':
      return <Stored site={site} {...view} takesFocus={hasChosen} />;
    case 'not-stored':
      return (
        <>
          <p className="message message-danger" role="alert">
            Este navegador não guardou a foto. Cadastre-se ou entre na sua conta, e envie a nota em
            seguida.
          </p>
          <AccountLinks site={site} />
        </>
      );
    default:
      return view satisfies never;
  }
}

/** The button that had the focus is gone, and comes back only if the file is refused. */
function Storing() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current && mayTakeFocus()) focusTitle(place.current);
  }, []);
  return (
    <div ref={place}>
      <Loading />
    </div>
  );
}

interface StoredProps extends Omit<Extract<PhotoFirstState, { state: 'stored' }>, 'state'> {
  site: SiteProps;
  takesFocus: boolean;
}

function Stored({ site, photo, until, takesFocus }: StoredProps) {
  const file = useMemo(() => fileFrom(photo.file), [photo]);
  const status = useFocusOnMount<HTMLDivElement>(takesFocus);
  return (
    <>
      <div className="form" role="status" tabIndex={-1} ref={status}>
        <p className="message message-success">{placeOf(until)}</p>
      </div>
      <AccountLinks site={site} />
      <FilePreview file={file} />
      <button
        type="button"
        className="button-link"
        onClick={({ currentTarget }) => {
          focusTitle(currentTarget);
          void removeAnonymousPhoto();
        }}
      >
        Apagar e fotografar de novo
      </button>
    </>
  );
}

function placeOf(until: StoredProps['until']): string {
  if (until === 'page-closed') {
    return 'Ela fica só aqui, enquanto esta página estiver aberta: cadastre-se ou entre sem sair dela.';
  }
  const hours = photoLifetimeMs / hourMs;
  return isFramedPage()
    ? `Ela fica por ${hours} horas só neste aparelho e nesta página. Cadastre-se ou entre por aqui para enviar.`
    : `Ela fica por ${hours} horas só neste aparelho. Cadastre-se ou entre para enviar.`;
}

/**
 * Leads to the short sign-up on the home page, else to the campaign's own. A frame keeps the
 * photo to itself, so users must sign up or in there.
 */
function accountLinks({ login, registration }: SiteProps['hotsite']) {
  if (isFramedPage()) {
    return { signUp: overThisPage(signUpDialog), signIn: overThisPage(signInDialog) };
  }
  const isHome = document.querySelector(homeSignUp) !== null;
  return { signUp: isHome ? homeSignUp : signUpPath(registration), signIn: signInPath(login) };
}

function AccountLinks({ site }: { site: SiteProps }) {
  const { login, registration } = site.hotsite;
  const { signUp, signIn } = accountLinks(site.hotsite);
  return (
    <div className="button-row">
      {registration.enabled && (
        <a className="button" href={signUp}>
          Cadastre-se
        </a>
      )}
      {login.enabled && (
        <a className="button button-secondary" href={signIn}>
          Entrar
        </a>
      )}
    </div>
  );
}
