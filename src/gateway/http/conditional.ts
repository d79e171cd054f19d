import { createHash } from 'node:crypto';

/** An answer that anyone may keep for some seconds, and ask for again by its ETag (RFC 9110, 13.1.2). */
export function cacheable(
  request: Request,
  answer: string,
  headers: Headers,
  seconds: number,
): Response {
  const tag = `W/"${createHash('sha256').update(answer).digest('base64url').slice(0, 22)}"`;
  headers.set('ETag', tag);
  headers.set('Cache-Control', `public, max-age=${seconds}, must-revalidate`);
  if (!matchesTag(request, tag)) return new Response(answer, { headers });
  headers.delete('content-type');
  return new Response(null, { status: 304, headers });
}

/** Whether the caller already has what this tag names; tags are compared weakly. */
export function matchesTag(request: Request, tag: string): boolean {
  const known = request.headers.get('If-None-Match') ?? '';
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return known === '*' || known.split(',').some((each) => opaque(each) === opaque(tag));
}
