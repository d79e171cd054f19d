import type { BodyOf } from '../contract/endpoint.ts';
import * as contract from '../contract/points.ts';
import { call } from './call.ts';

export const fetchPointsWallet = () => call(contract.getPointsWallet);

export const fetchRedemptions = () => call(contract.listRedemptions);

export const redeem = (body: BodyOf<typeof contract.redeem>, idempotencyKey: string) =>
  call(contract.redeem, { body, idempotencyKey });
