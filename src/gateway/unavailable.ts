/** Something outside this process does not answer: 503, try again. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly service: string;

  constructor(service: string, cause?: unknown) {
    super(`The ${service} does not answer`, { cause });
    this.service = service;
  }
}

/** This gateway has more to do than it can: 503, try again. */
export class Busy extends Error {
  override readonly name = 'Busy';
  readonly work: string;

  constructor(work: string) {
    super(`Too many wait for ${work}`);
    this.work = work;
  }
}
