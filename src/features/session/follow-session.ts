import { startSession } from './session.store.ts';

// Content pages import this on demand; the store itself would add the bundler's runtime.
startSession();
