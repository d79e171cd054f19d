/**
 * What widgets and forms may be called in messages. Alone, so that scripts without a library
 * share it.
 */
export const messageName = /^[\w-]{1,64}$/;
