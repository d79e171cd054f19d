import fc from 'fast-check';
import * as nanostores from 'nanostores';
import { expect, test, vi } from 'vitest';
import * as small from '../../../widgets/runtime/small-stores.ts';

/** What listeners of a store and of two computed from it hear, with either library. */
function heardFrom(stores: typeof small | typeof nanostores, values: readonly number[]) {
  const { atom, computed } = stores as typeof nanostores;
  const heard: unknown[] = [];
  const $number = atom(0);
  const $isEven = computed($number, (value) => value % 2 === 0);
  const $told = computed([$number, $isEven], (value, isEven) => `${value} ${isEven}`);
  const ends = [
    $number.listen((value, before) => heard.push(['number', value, before])),
    $isEven.listen((value) => heard.push(['even', value])),
  ];
  const last: string[] = [];
  ends.push($told.listen((text) => last.splice(0, 1, text)));
  for (const value of values) $number.set(value);
  for (const end of ends) end();
  $number.set(-1);
  return { heard, last, value: $told.get() };
}

test('stores tell what those of nanostores tell', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5)), (values) => {
      expect(heardFrom(small, values)).toEqual(heardFrom(nanostores, values));
    }),
  );
});

test('a computed value is made again only when what it is made of has changed', () => {
  const $name = small.atom('Ana');
  const make = vi.fn((name: string) => ({ name }));
  const $person = small.computed($name, make as never);
  expect($person.get()).toBe($person.get());
  $name.set('Bia');
  expect($person.get()).toEqual({ name: 'Bia' });
  expect(make).toHaveBeenCalledTimes(2);
});
