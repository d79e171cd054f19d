import { startSession } from './session.store.ts';

/**
 * A page of content fetches this once there is a session to follow; the store alone would bring the
 * bundler's runtime too.
 */
startSession();
