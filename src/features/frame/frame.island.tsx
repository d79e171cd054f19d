import { useLayoutEffect } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { startSession } from '../session/session.store.ts';
import { followLinks, followNavigation } from './navigation.ts';

interface FrameProps {
  site: SiteProps;
  home: string | null;
}

export function Frame({ site, home }: FrameProps) {
  startSite(site);
  useLayoutEffect(() => startSession(), []);
  useLayoutEffect(() => followNavigation(home), [home]);
  useLayoutEffect(followLinks, []);
  return null;
}
