import { useLayoutEffect } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { settingsEvent } from '../../page-events.ts';
import { restoreTypedOnReturn, sendSandboxedForms } from '../../ui/embedded-forms.ts';
import { $session, watchSession } from '../session/session.store.ts';
import { correctClockIfOver, followLinks, leaveFrameOnNavigation } from './navigation.ts';

/** Loads `apply-settings.ts` only if the page around the frame sets something. */
function followSettings(): () => void {
  const apply = () =>
    void import('./apply-settings.ts')
      .then((module) => module.applyFrameSettings())
      .catch(environment().report);
  if (document.documentElement.dataset.settings) apply();
  window.addEventListener(settingsEvent, apply);
  return () => window.removeEventListener(settingsEvent, apply);
}

function supportForms(): () => void {
  const ended = new AbortController();
  sendSandboxedForms(document.body, ended.signal);
  restoreTypedOnReturn(document, ended.signal);
  return () => ended.abort();
}

/** What follows a sign-in may be shorter than the form; focusing its title scrolls it into view. */
function showWelcome(): () => void {
  return $session.listen(({ state }) => {
    // A session that began in another frame or tab must not take the focus.
    if (state !== 'signed-in' || !document.hasFocus()) return;
    // Once the session's views are rendered; of the titles only the shown one takes the focus.
    setTimeout(() => {
      for (const title of document.querySelectorAll<HTMLElement>('main h1')) title.focus();
    });
  });
}

interface FrameProps {
  site: SiteProps;
  ownDialog: string | null;
}

export function FrameBehaviour({ site, ownDialog }: FrameProps) {
  startSite(site);
  useLayoutEffect(() => watchSession(), []);
  useLayoutEffect(correctClockIfOver, []);
  useLayoutEffect(showWelcome, []);
  useLayoutEffect(() => leaveFrameOnNavigation(ownDialog), [ownDialog]);
  useLayoutEffect(followLinks, []);
  useLayoutEffect(followSettings, []);
  useLayoutEffect(supportForms, []);
  return null;
}
