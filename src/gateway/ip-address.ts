import { isIP, isIPv6 } from 'node:net';

/** Each of the `proxies` appends its caller to X-Forwarded-For; earlier entries may be made up. */
export function callerAddress(peer: string, forwarded: string | null, proxies: number): string {
  if (proxies === 0 || forwarded === null) return peer;
  const entry = forwarded.split(',').at(-proxies)?.trim() ?? '';
  const address = withoutPort(entry);
  return isIP(address) ? address : peer;
}

/** Some proxies append the port: each connection would count as another caller. */
function withoutPort(entry: string): string {
  const [, address = entry] =
    /^\[(.+)\](?::\d+)?$/.exec(entry) ?? /^([\d.]+):\d+$/.exec(entry) ?? [];
  return address;
}

/** An IPv4 address, or the first 64 bits of an IPv6 one: what a connection gets (RFC 6177). */
export function networkOf(address: string): string {
  const groups = groupsOfIPv6(address);
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : withoutMapping(address);
}

/** All networks of a customer together may make as many calls as this many networks. */
export const networksPerCustomer = 10;

/** The first 48 bits of an IPv6 address, the most that a customer gets; null for IPv4. */
export function customerNetworkOf(address: string): string | null {
  const groups = groupsOfIPv6(address);
  return groups && `${groups.slice(0, 3).join(':')}::/48`;
}

function groupsOfIPv6(address: string): readonly string[] | null {
  const plain = withoutMapping(address);
  if (!isIPv6(plain)) return null;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missingGroups =
    tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(missingGroups).fill('0')];
}

function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/s, '');
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/i.test(host);
}
