import { expect, test } from 'vitest';
import { callerAddress, customerNetworkOf, networkOf } from '../../src/gateway/ip-address.ts';

test.each([
  ['198.51.100.4, 10.0.0.1', 0, '10.0.0.2'],
  ['198.51.100.4', 1, '198.51.100.4'],
  ['6.6.6.6, 198.51.100.4', 1, '198.51.100.4'],
  ['6.6.6.6, 198.51.100.4, 10.0.0.1', 2, '198.51.100.4'],
  ['198.51.100.4', 2, '10.0.0.2'],
  ['198.51.100.4:51234', 1, '198.51.100.4'],
  ['[2001:db8::1]:443', 1, '2001:db8::1'],
  ['2001:db8::1', 1, '2001:db8::1'],
  ['unknown', 1, '10.0.0.2'],
  [null, 1, '10.0.0.2'],
])('X-Forwarded-For %s behind %i trusted proxies is %s', (forwarded, proxies, address) => {
  expect(callerAddress('10.0.0.2', forwarded, proxies)).toBe(address);
});

test.each([
  ['198.51.100.4', '198.51.100.4'],
  ['::ffff:198.51.100.4', '198.51.100.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8::6', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['198.51.100.4', null],
  ['::ffff:198.51.100.4', null],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
])('%s is one of the customer’s networks %s', (address, network) => {
  expect(customerNetworkOf(address)).toBe(network);
});
