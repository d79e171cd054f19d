import { findPostalAddress } from '../../contract/postal-code.ts';
import { normalisePostalCode } from '../../rules/postal-code.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { postalAddress } from '../services/postal-addresses.ts';

const daySeconds = 86_400;
const limit = { address: { calls: 600, seconds: 60 } };

/** The gateway's own postal-code lookup, in the words of the public service. */
export function postalCodeRoutes(app: App, gateway: Gateway): void {
  route(
    app,
    gateway,
    findPostalAddress,
    async ({ parameters }) =>
      postalAddress(normalisePostalCode(parameters.postcode ?? '')) ?? { erro: true },
    { publicFor: daySeconds, limit },
  );
}
