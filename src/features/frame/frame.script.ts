import { followHost } from './host-channel.ts';
import { followSeenPart } from './visible-offset.ts';

/** What makes a page of the campaign's a good guest in a frame, touched or not. */
followHost();
followSeenPart();
