/** Something outside this process (database, identity service, mail…) does not answer: 503, try again. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';

  constructor(what: string, cause?: unknown) {
    super(`${what} does not answer`, { cause });
  }
}
