import { currentActor } from "@/lib/auth/current-actor";
import { DomainError } from "@/lib/errors";
import { problemResponse } from "@/lib/http/problem-response";
import { exportEarnings } from "@/lib/settlement/earnings/export-earnings";

export const dynamic = "force-dynamic";

/** The signed-in creator's payments, as a file. */
export async function GET(): Promise<Response> {
  const actor = await currentActor();
  if (!actor) return problemResponse(new DomainError("AUTH_REQUIRED", "Sign in to export your earnings."));
  const lines = exportEarnings(actor.accountId);
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
