import { useEffect } from 'react';
import { type SiteProps, startSite } from '../../environment.ts';
import { startSession } from '../session/session.store.ts';
import { openPort } from './host-port.ts';
import { followNavigation } from './leaving.store.ts';
import { followLinks } from './links.ts';
import { followSeenPart } from './seen-part.ts';

interface FrameProps {
  site: SiteProps;
  /** Address, from #, of the dialog that the page itself stands for; null when there is none. */
  home: string | null;
}

/** What makes a page of the campaign's a good guest in a frame of somebody else's page. */
export function Frame({ site, home }: FrameProps) {
  startSite(site);
  useEffect(() => startSession(), []);
  useEffect(() => followNavigation(home), [home]);
  useEffect(followLinks, []);
  useEffect(followSeenPart, []);
  useEffect(openPort, []);
  return null;
}
