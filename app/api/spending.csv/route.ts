import { DomainError } from "@/lib/kernel/errors";
import { exportPurchases } from "@/lib/payments/purchases";
import { currentActor } from "@/lib/web/auth/current-actor";
import { csvAnswer } from "@/lib/web/http/csv-answer";
import { problemResponse } from "@/lib/web/http/problems/problem";

export const dynamic = "force-dynamic";

/** What the wallets of whoever is signed in have paid for, as a file. */
export async function GET(): Promise<Response> {
  const actor = await currentActor();
  if (!actor) return problemResponse(new DomainError("AUTH_REQUIRED", "Sign in to export your payments."));
  return csvAnswer("emporion-spending.csv", exportPurchases(actor.accountId));
}
