import { startSession } from './session.store.ts';

// Loaded by pages of content once there is a session; the store alone would bring the bundler's runtime.
startSession();
