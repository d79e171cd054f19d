/** Whether the caller already has what this tag names; tags are compared weakly. */
export function matchesTag(request: Request, tag: string): boolean {
  const known = request.headers.get('If-None-Match') ?? '';
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return known === '*' || known.split(',').some((each) => opaque(each) === opaque(tag));
}
