import { useLayoutEffect } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { settingsEvent } from '../../page-events.ts';
import { keepTyped, sendSandboxedForms } from '../../ui/sandboxed-forms.ts';
import { startSession } from '../session/session.store.ts';
import { followLinks, followNavigation } from './navigation.ts';

/** Loads `apply-settings.ts` only if the page around the frame sets something. */
function followSettings(): () => void {
  const apply = () =>
    void import('./apply-settings.ts').then((module) => module.applyFrameSettings());
  if (document.documentElement.dataset['settings']) apply();
  window.addEventListener(settingsEvent, apply);
  return () => window.removeEventListener(settingsEvent, apply);
}

function followPresses(): () => void {
  const ended = new AbortController();
  sendSandboxedForms(document.body, ended.signal);
  keepTyped(document, ended.signal);
  return () => ended.abort();
}

interface FrameProps {
  site: SiteProps;
  home: string | null;
}

export function Frame({ site, home }: FrameProps) {
  startSite(site);
  useLayoutEffect(() => startSession(), []);
  useLayoutEffect(() => followNavigation(home), [home]);
  useLayoutEffect(followLinks, []);
  useLayoutEffect(followSettings, []);
  useLayoutEffect(followPresses, []);
  return null;
}
