/**
 * Every name under which the site keeps something in the browser. They are part of what visitors
 * have on their devices, so a changed name forgets what it held.
 */

/** In localStorage: who is signed in. */
export const credentialsKey = 'promo.session';

/** In localStorage while a token is being renewed. */
export const renewingKey = 'promo.renewing';

/** In localStorage: by how many milliseconds the gateway's clock is ahead of the device's. */
export const clockKey = 'promo.clock';

/** In localStorage: the code of the user who recommended the promotion. */
export const referralKey = 'promo.mgm';

/** In sessionStorage: whose drafts these are. */
export const ownerKey = 'promo.owner';

/** In sessionStorage: the page that a visitor was sent away from to sign in. */
export const wantedKey = 'promo.wanted';

/** In sessionStorage: what was typed into a form, by the form's id. */
export const draftPrefix = 'promo.draft.';

/** In IndexedDB: receipts that wait to be sent, with their files. */
export const recordsDatabase = { name: 'promo', store: 'records' } as const;

/** The lock of the tab that sends waiting receipts. */
export const outboxLock = 'promo.outbox';

/** The lock of the tab that sends one receipt from its form. */
export const receiptLock = (id: string) => `promo.receipt.${id}`;
