/** Only a line feed ends a line, unlike in `node:readline`. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

export function textLines(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  return linesOf(decoded(bytes));
}

/** Uses a reader: not every browser can iterate a stream. */
async function* decoded(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const reader = bytes.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      yield decoder.decode(value, { stream: !done });
      if (done) return;
    }
  } finally {
    // Stops a download that is not read to its end.
    await reader.cancel();
  }
}

/** Null for bytes that are not UTF-8, such as a file that Windows kept as ANSI or as Unicode. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** No line ends between “nº” and its number. */
export function unbrokenNumbers(text: string): string {
  return text.replaceAll('nº ', 'nº\u00a0');
}

/** One line, without control characters and marks that reverse the direction of text. */
export function plainLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
}

/** Never ends with half an emoji, which the database does not store. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Surrogate}$/u, '');
}

/** Without spaces and punctuation. Keeps letters: dropping one could make a wrong number valid. */
export function withoutPunctuation(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

export function slugOf(name: string): string {
  const plain = withoutAccents(name).toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** Every second part is one of the names, or must not be broken: a hyphenated word, a number with its noun. */
export function partsOfText(text: string, names: Iterable<string>): string[] {
  const escaped = [...names].map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const named = escaped.length > 0 ? `(?<!\\p{L})(?:${escaped.join('|')})(?!\\p{L})|` : '';
  return text.split(new RegExp(`(${named}\\S+-\\S+|[Nn]º \\S+)`, 'u'));
}

export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

/** '12.345' of a whole number. No Intl formatter: the first one takes a phone 20 to 70 ms. */
export function formatWhole(value: number): string {
  const digits = String(Math.abs(value));
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])];
  return `${value < 0 ? '-' : ''}${groups.join('.')}`;
}

/** '1.234,5' of a number that is not negative, with the decimals it has. */
export function formatNumber(value: number): string {
  const [whole, decimals] = String(value).split('.');
  return formatWhole(Number(whole)) + (decimals ? `,${decimals}` : '');
}
