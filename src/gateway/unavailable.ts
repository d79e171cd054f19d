/** Something outside this process (database, identity service, mail…) does not answer: 503, try again. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly service: string;

  /** @param service such as `mail server` */
  constructor(service: string, cause?: unknown) {
    super(`The ${service} does not answer`, { cause });
    this.service = service;
  }
}

/** This gateway has more to do than it can: 503, try again. */
export class Busy extends Error {
  override readonly name = 'Busy';
  /** The queue that is full, such as `passwords`. */
  readonly work: string;

  constructor(work: string) {
    super(`Too many wait for ${work}`);
    this.work = work;
  }
}
