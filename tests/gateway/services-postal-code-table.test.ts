import { afterAll, expect, test } from 'vitest';
import { findPostalAddressEndpoint } from '../../src/contract/consumer.ts';
import { openGateway } from '../support/gateway.ts';

const site = await openGateway();
afterAll(() => site.close());

const look = async (postalCode: string) =>
  (await site.call(findPostalAddressEndpoint, { parameters: { postcode: postalCode } })).body;

test('a known postal code has an address', async () => {
  const address = {
    logradouro: 'Rua XV de Novembro',
    bairro: 'Centro',
    localidade: 'Curitiba',
    uf: 'PR',
  };
  expect(await look('80010000')).toEqual(address);
  expect(await look('80010-000')).toEqual(address);
});

test('a town with one postal code has no street', async () => {
  expect(await look('83350000')).toEqual({
    logradouro: '',
    bairro: '',
    localidade: 'Morretes',
    uf: 'PR',
  });
});

test('a postal code that may exist but is not in the table is left for the user to type', async () => {
  expect(await look('37701000')).toEqual({});
});

test.each(['99999999', '00999999', '123', 'abc', '80010000; drop table consumers'])(
  '%s is an error of the service',
  async (postalCode) => {
    expect(await look(postalCode)).toEqual({ erro: true });
  },
);
