import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { formEvent } from '../../page-events.ts';
import { homePath, overThisPage, photoFirstDialog } from '../../paths.ts';
import { signInFormId } from '../../storage-keys.ts';
import {
  AnonymousPhotoNotice,
  useHasAnonymousPhoto,
} from '../receipts/photo-first/anonymous-photo.tsx';
import { $session, onSignOut, takeWantedPath, watchSession } from '../session/session.store.ts';
import { leaveIfUnavailable } from './sign-in.store.ts';
import { NoSignIn, SignInForm } from './sign-in-form.tsx';

/** The login page `/entrar`; signed-in users continue to the page they wanted, else home. */
export function SignIn({ site }: { site: SiteProps }) {
  startSite(site);
  const { state } = useStore($session, { ssr: 'initial' });
  useEffect(() => {
    watchSession();
    leaveIfUnavailable();
  }, []);
  useEffect(() => {
    if (state === 'signed-in') environment().navigate(takeWantedPath() ?? homePath, 'replace');
  }, [state]);
  return (
    <section className="panel">
      <a className="back-link" href={homePath}>
        Voltar
      </a>
      <h1 className="page-title">Entrar na sua conta</h1>
      <p className="page-lead greeting">Que bom ver você por aqui!</p>
      <AnonymousPhotoNotice />
      {site.hotsite.login.enabled ? <SignInForm site={site} /> : <NoSignIn />}
    </section>
  );
}

interface FramedSignInProps {
  site: SiteProps;
  /** Where the user goes after signing in; null when they stay on the same page. */
  next: string | null;
  /** Offers to photograph a receipt before there is a session. */
  photoFirst?: boolean;
}

/** For an embedder's page; hides once the user is signed in; after a sign-out it shows again. */
export function FramedSignIn({ site, next, photoFirst = false }: FramedSignInProps) {
  startSite(site);
  const [signOuts, setSignOuts] = useState(0);
  useEffect(watchSession, []);
  useEffect(() => onSignOut(() => setSignOuts((count) => count + 1)), []);
  useEffect(() => {
    // A session that began in another frame or tab must not navigate this page.
    const navigateNext = ({ detail }: WindowEventMap[typeof formEvent.success]) => {
      // A sign-up in a dialog over this form leads on by itself, after its poll.
      if (detail.form !== signInFormId) return;
      if (next && $session.get().state === 'signed-in') environment().navigate(next);
    };
    window.addEventListener(formEvent.success, navigateNext);
    return () => window.removeEventListener(formEvent.success, navigateNext);
  }, [next]);
  return (
    <section className="panel when-out">
      <h1 className="page-title">Entrar na sua conta</h1>
      {site.hotsite.login.enabled ? <SignInForm key={signOuts} site={site} /> : <NoSignIn />}
      {photoFirst && site.hotsite.login.enabled && <PhotoFirstLink />}
    </section>
  );
}

function PhotoFirstLink() {
  const hasPhoto = useHasAnonymousPhoto();
  return (
    <>
      <AnonymousPhotoNotice />
      <a
        className="button button-secondary button-wide when-joinable"
        href={overThisPage(photoFirstDialog)}
      >
        {hasPhoto ? 'Ver a nota guardada' : 'Fotografar a nota e entrar depois'}
      </a>
    </>
  );
}
