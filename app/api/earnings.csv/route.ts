import { currentActor } from "@/lib/web/auth/current-actor";
import { DomainError } from "@/lib/kernel/errors";
import { problemResponse } from "@/lib/web/http/problems/problem";
import { exportEarnings } from "@/lib/payments/earnings";
import { csvAnswer } from "@/lib/web/http/csv-answer";

export const dynamic = "force-dynamic";

/** The signed-in creator's payments, as a file. */
export async function GET(): Promise<Response> {
  const actor = await currentActor();
  if (!actor) return problemResponse(new DomainError("AUTH_REQUIRED", "Sign in to export your earnings."));
  return csvAnswer("emporion-earnings.csv", exportEarnings(actor.accountId));
}
