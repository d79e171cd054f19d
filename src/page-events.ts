/** Parts of a page that do not know each other speak by events of its window. */

/** A listener that prevents it shows the path in place. */
export const navigateEvent = 'promo:navigate';

/** The name is part of what widgets tell embedders' pages. */
export const leaveFrameEvent = 'promo:handoff';

/** In a frame: the page around has changed its settings; they stand on <html> as `data-settings`. */
export const settingsEvent = 'promo:settings';

/** In a frame: its scripts take messages now, also those that came before. */
export const listeningEvent = 'promo:listening';

export const clockEvent = 'promo:clock';

export const failureEvent = 'promo:failure';

/** Pages that embed widgets hear them, too. */
export const formEvent = {
  submit: 'promo:submit',
  success: 'promo:success',
  error: 'promo:error',
} as const;

interface FormEventDetail {
  form: string;
}

declare global {
  interface WindowEventMap {
    'promo:submit': CustomEvent<FormEventDetail>;
    'promo:success': CustomEvent<FormEventDetail>;
    'promo:error': CustomEvent<FormEventDetail>;
    'promo:navigate': CustomEvent<{ path: string }>;
    /** `isAllowed` is set by the listener that asks the embedder's page whether the user may go. */
    'promo:handoff': CustomEvent<{ url: string; isAllowed?: Promise<boolean> }>;
    'promo:settings': Event;
    'promo:listening': Event;
    'promo:clock': Event;
    'promo:failure': CustomEvent<object>;
  }

  /** Marks on <html>, which scripts and style sheets read: `data-session`, `data-phase`… */
  interface DOMStringMap {
    session?: 'in' | 'out';
    phase?: 'not-started' | 'open' | 'over';
    consent?: string;
    guarded?: string;
    debug?: 'on';
    unsent?: 'yes' | 'no';
    mode?: 'test';
    settings?: string;
  }
}
