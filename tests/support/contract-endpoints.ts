import { readdir } from 'node:fs/promises';
import { type Endpoint, pathOf } from '../../src/contract/endpoint.ts';

const contract = new URL('../../src/contract/', import.meta.url);

/** Every endpoint of the contract, those to come too, by its name without `Endpoint`. */
export const contractEndpoints: ReadonlyMap<string, Endpoint<unknown, unknown>> = new Map(
  (await Promise.all((await readdir(contract)).map((file) => import(new URL(file, contract).href))))
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Endpoint<unknown, unknown>] => isEndpoint(entry[1]))
    .map(([name, endpoint]) => [name.replace(/Endpoint$/, ''), endpoint]),
);

/** An address of an endpoint, `1` in the place of every parameter that is not given. */
export function sampleAddress(
  { path }: Pick<Endpoint<unknown, unknown>, 'path'>,
  given: Readonly<Record<string, string | number>> = {},
): string {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const ones = Object.fromEntries(names.map((name) => [name, 1]));
  return pathOf(path, { ...ones, campaignId: 19, ...given });
}

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value;
}
