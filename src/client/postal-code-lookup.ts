import { create } from 'superstruct';
import { findPostalAddressEndpoint } from '../contract/consumer.ts';
import type { AnswerOf } from '../contract/endpoint.ts';
import { environment } from '../environment.ts';
import type { FoundAddress } from '../rules/people/address.ts';
import { call, timeoutAfter } from './call.ts';

const lookUpTimeoutsMs = { service: 2000, all: 4000 };

export async function lookUpPostalCode(postalCode: string): Promise<FoundAddress> {
  const start = performance.now();
  for (const source of environment().site.postalUrl ? [askService, askGateway] : [askGateway]) {
    const leftMs = lookUpTimeoutsMs.all - (performance.now() - start);
    const address = await source(postalCode, leftMs).catch(environment().report);
    if (address && isWhole(address)) return answerOf(address);
  }
  return { state: 'unavailable' };
}

type PostalAddress = AnswerOf<typeof findPostalAddressEndpoint>;

async function askService(postalCode: string): Promise<PostalAddress | null> {
  const { fetch, site } = environment();
  const { signal } = timeoutAfter(lookUpTimeoutsMs.service);
  const response = await fetch(`${site.postalUrl}/${postalCode}/json`, { signal });
  return response.ok ? create(await response.json(), findPostalAddressEndpoint.answer) : null;
}

async function askGateway(postalCode: string, timeoutMs: number): Promise<PostalAddress | null> {
  const result = await call(findPostalAddressEndpoint, {
    parameters: { postcode: postalCode },
    timeoutMs,
  });
  if (result.ok) return result.value;
  return result.error.status === 404 ? { erro: true } : null;
}

/** An answer without city or state is of no use, because every postal code has them. */
function isWhole({ localidade, uf, erro }: PostalAddress): boolean {
  return Boolean(erro || (localidade && uf));
}

function answerOf({ logradouro, bairro, localidade, uf, erro }: PostalAddress): FoundAddress {
  if (erro) return { state: 'not-found' };
  return {
    state: 'found',
    street: logradouro ?? '',
    district: bairro ?? '',
    city: localidade ?? '',
    uf: uf ?? '',
  };
}
