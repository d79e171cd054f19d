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

/** An IPv4 address, or the first 64 bits of an IPv6 one (RFC 6177). */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/s, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const full = [...groups, ...Array<string>(missing).fill('0')];
  return `${full.slice(0, 4).join(':')}::/64`;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/i.test(host);
}
