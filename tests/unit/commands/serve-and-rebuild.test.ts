import { describe, expect, it, test, vi } from 'vitest';
import { followChanges } from '../../../src/commands/serve-and-rebuild.ts';

/** A gateway's data, and a build that fails as long as the disk is full. */
function site() {
  const data = { version: 1, isSoldOut: false, draws: null as { name: string }[] | null };
  const state = { data, isDiskFull: false, isDatabaseAway: false, builds: 0 };
  const check = followChanges(
    {
      version: () => data.version,
      isSoldOut: () => data.isSoldOut,
      draws: async () => {
        if (state.isDatabaseAway) throw new Error('The database is away.');
        return data.draws;
      },
    },
    { ...data },
    async () => {
      state.builds += 1;
      if (state.isDiskFull) throw new Error('The disk is full.');
    },
  );
  return Object.assign(state, { check });
}

describe('a site', () => {
  it('is not built while nothing changes', async () => {
    const one = site();
    await one.check(false);
    await one.check(true);
    expect(one.builds).toBe(0);
  });

  it.each([
    ['version', { version: 2 }],
    ['stock of prizes', { isSoldOut: true }],
  ])('is built once after a change of its %s', async (_, change) => {
    const one = site();
    Object.assign(one.data, change);
    await one.check(false);
    expect(one.builds).toBe(1);
    await one.check(true);
    expect(one.builds).toBe(1);
  });

  it('is built again after each change', async () => {
    const one = site();
    one.data.version = 2;
    await one.check(false);
    one.data.version = 3;
    await one.check(false);
    expect(one.builds).toBe(2);
  });

  it('is built once after news of a draw, when these are read', async () => {
    const one = site();
    one.data.draws = [{ name: 'Ana' }];
    await one.check(false);
    expect(one.builds).toBe(0);
    await one.check(true);
    await one.check(true);
    expect(one.builds).toBe(1);
  });
});

test('draws that could not be read are reported, and the site keeps those that it shows', async () => {
  const reported = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const one = site();
  one.isDatabaseAway = true;
  await one.check(true);
  expect(reported.mock.calls).toEqual([['The database is away.\n']]);
  expect(one.builds).toBe(0);
  reported.mockRestore();
});

test('a build that failed is reported, and tried again each time that the draws are read until it succeeds', async () => {
  const reported = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const one = site();
  one.isDiskFull = true;
  one.data.version = 2;
  await one.check(false);
  await one.check(false);
  expect(one.builds).toBe(1);
  await one.check(true);
  expect(one.builds).toBe(2);
  expect(reported.mock.calls).toEqual([['The disk is full.\n'], ['The disk is full.\n']]);
  reported.mockRestore();
  one.isDiskFull = false;
  await one.check(true);
  await one.check(true);
  expect(one.builds).toBe(3);
});
