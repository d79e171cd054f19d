/** Renaming one of these forgets what visitors have stored under it. */

/** localStorage */
export const credentialsKey = 'promo.session';

/** localStorage, while a token is being renewed */
export const renewingKey = 'promo.renewing';

/** localStorage: the user ended the last session, which did not just run out */
export const signedOutKey = 'promo.signed-out';

/** localStorage: milliseconds by which the gateway's clock is ahead of the device's */
export const clockKey = 'promo.clock';

/** localStorage, for a moment: shows whether it takes anything */
export const probeKey = 'promo.probe';

export const reloadedKey = 'promo.reloaded';

/** localStorage: the code of the user who recommended the promotion */
export const referralKey = 'promo.mgm';

/** localStorage: signed notes about entries of the ledger, or their proofs, of receipts sent from here */
export const promisesKey = 'promo.promises';

/** A cookie: what the visitor answered about cookies */
export const consentCookie = 'promo_consent';

export const debugCookie = 'promo_debug';

/** sessionStorage: whose drafts these are */
export const ownerKey = 'promo.owner';

/** sessionStorage: the page that a visitor was sent away from to sign in */
export const wantedKey = 'promo.wanted';

/** sessionStorage: what was typed into a form */
export const draftPrefix = 'promo.draft.';

/** Ids of forms, and names of their drafts: a frame stores early texts by the id alone. The wizard has the sign-up's draft. */
export const signInFormId = 'entrar';
export const signUpFormId = 'cadastro';
export const contactFormId = 'fale-conosco';

/** IndexedDB: queued receipts with their files */
export const recordsDatabase = { name: 'promo', store: 'records' } as const;

/** The service worker's cache for a file shared by another app, until the page takes it. */
export const sharedFileCache = 'promo.shared';

export const sharedFileEntry = '/';

export const outboxLock = 'promo.outbox';

/** Lock of the tab that sends one receipt from its form. */
export const receiptLock = (id: string) => `promo.receipt.${id}`;
