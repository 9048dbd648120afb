/** Lines of a CSV as an answer that is sent while it is read: nobody holds the whole of it. */
export function csvAnswer(filename: string, lines: AsyncGenerator<string, void>): Response {
  const text = new ReadableStream<string>({
    async pull(controller) {
      const next: IteratorResult<string, void> = await lines.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
  });
  return new Response(text.pipeThrough(new TextEncoderStream()), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${filename}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
