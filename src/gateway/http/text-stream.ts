/** A body that is written only as fast as it is read. */
export function textStream(pages: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const page = await pages.next();
      if (page.done) controller.close();
      else controller.enqueue(encoder.encode(page.value));
    },
    async cancel() {
      await pages.return();
    },
  });
}
