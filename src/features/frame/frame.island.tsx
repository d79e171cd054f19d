import { useLayoutEffect } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { startSession } from '../session/session.store.ts';
import { followLinks, followNavigation } from './navigation.ts';

interface FrameProps {
  site: SiteProps;
  /** Address, from #, of the dialog that the page itself stands for; null when there is none. */
  home: string | null;
}

/** Where the ways out of a framed page lead; it is there before any press that was waited for. */
export function Frame({ site, home }: FrameProps) {
  startSite(site);
  useLayoutEffect(() => startSession(), []);
  useLayoutEffect(() => followNavigation(home), [home]);
  useLayoutEffect(followLinks, []);
  return null;
}
