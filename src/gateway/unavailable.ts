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
