import { followHost, followSeenPart } from './host-channel.ts';

// These run at once, before any island of the page is hydrated.
followHost();
followSeenPart();
