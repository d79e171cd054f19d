import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string>();

/** Does the work of a request, and what it starts for afterwards, under the request's id. */
export function duringRequest<Result>(id: string, work: () => Result): Result {
  return requests.run(id, work);
}

/** The id of the request that the running code works for; undefined outside requests. */
export function currentRequestId(): string | undefined {
  return requests.getStore();
}
