import { exportEarnings } from "@/lib/payments/earnings";

/** All payments to an account as an answer that is sent while it is read: nobody holds the whole of it. */
export function earningsFile(accountId: string): Response {
  const lines = exportEarnings(accountId);
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
      "content-disposition": 'attachment; filename="emporion-earnings.csv"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
