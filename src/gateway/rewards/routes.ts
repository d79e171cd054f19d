import { listLuckyNumbers } from '../../contract/engines.ts';
import type { Gateway } from '../gateway.ts';
import { apiError } from '../http/api-error.ts';
import { type App, route } from '../http/route.ts';
import { findLuckyNumbers } from './lucky-number-queries.ts';
import { luckyNumberAnswer } from './run-engines.ts';

/** A `consumerId` in the query must be the caller's own. */
export function luckyNumberRoutes(app: App, gateway: Gateway): void {
  route(app, gateway, listLuckyNumbers, async ({ consumer, query }) => {
    const requested = query.get('consumerId') ?? String(consumer.id);
    if (requested !== String(consumer.id)) return apiError('NOT_FOUND');
    return (await findLuckyNumbers(gateway.database, consumer.id)).map(luckyNumberAnswer);
  });
}
