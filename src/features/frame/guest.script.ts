import { openPort } from './host-port.ts';
import { followSeenPart } from './seen-part.ts';

/** What makes a page of the campaign's a good guest in a frame, touched or not. */
openPort();
followSeenPart();
