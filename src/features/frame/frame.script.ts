import { followHost, followSeenPart } from './host-channel.ts';

// At once, before any island is hydrated.
followHost();
followSeenPart();
