/**
 * What is left of a typed or pasted text without spaces of any kind, masks and signs. Letters
 * stay, so that a stray one is refused instead of silently making another number valid.
 */
export function withoutPunctuation(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}
