/** The lines of a text that comes in pieces; unlike readline's, only a line feed ends one. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
