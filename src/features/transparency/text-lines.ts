/** The lines of a file that is still on its way, without their ends. */
export async function* textLines(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const reader = bytes.getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const parts = (rest + decoder.decode(value, { stream: !done })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
    if (done) break;
  }
  if (rest !== '') yield rest;
}
