import { followHost } from './host-channel.ts';
import { followSeenPart } from './visible-offset.ts';

// These run at once, before any island of the page is hydrated.
followHost();
followSeenPart();
