import { boolean, string, type, union } from 'superstruct';
import { get } from './endpoint.ts';
import { maybe } from './primitives.ts';

/** An address by its postcode, in the public service's own words; `erro` when there is none. */
export const findPostalAddress = get({
  path: '/api/postal/:postcode/json',
  access: 'public',
  answer: type({
    logradouro: maybe(string()),
    bairro: maybe(string()),
    localidade: maybe(string()),
    uf: maybe(string()),
    erro: maybe(union([boolean(), string()])),
  }),
});
