import { startSession } from './session.store.ts';

// Content pages import this file on demand: importing the store so would bring the bundler's runtime.
startSession();
