import { memoryStore } from '../../src/client/storage.ts';
import type { Environment } from '../../src/environment.ts';
import { memoryRecords } from './memory-records.ts';

const now = new Date('2026-11-23T12:00:00Z');

/** What a view of an open campaign needs from its page; without a `fetch` there is no network. */
export function pageEnvironment(
  overrides: Pick<Environment, 'site'> & Partial<Environment>,
): Environment {
  const records = memoryRecords();
  return {
    fetch: async () => {
      throw new TypeError('Failed to fetch');
    },
    storage: memoryStore(),
    drafts: memoryStore(),
    records: async () => records,
    keepsSession: () => true,
    identity: async () => {
      throw new Error('This page has no identity service');
    },
    botToken: async () => 'error',
    device: {
      isMobile: () => false,
      share: async () => {
        throw new TypeError('This device has no native share');
      },
      canShare: () => false,
      copy: async () => {},
      save: () => {},
    },
    homeUrl: () => 'https://promo.exemplo/',
    pageUrl: (path) => path,
    navigate: () => {},
    back: () => {},
    track: async () => {},
    report: () => {},
    phase: () => 'open',
    debug: () => false,
    now: () => now,
    newId: () => crypto.randomUUID(),
    ...overrides,
  };
}
