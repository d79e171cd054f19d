import { linesOf } from '../../rules/text.ts';

/** The lines of a file that is still on its way, without their ends. */
export function textLines(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  return linesOf(decoded(bytes));
}

/** By its reader: not every browser walks through a stream. */
async function* decoded(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const reader = bytes.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    yield decoder.decode(value, { stream: !done });
    if (done) return;
  }
}
