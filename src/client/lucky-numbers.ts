import { listLuckyNumbers } from '../contract/lucky-numbers.ts';
import type { Id } from '../contract/primitives.ts';
import { call } from './call.ts';

/** @param consumerId of whoever is signed in; another's is refused. */
export const fetchLuckyNumbers = (consumerId: Id) =>
  call(listLuckyNumbers, { query: { consumerId } });
