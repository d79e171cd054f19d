/** The call lacks a word, or a word is none of the possible ones. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
