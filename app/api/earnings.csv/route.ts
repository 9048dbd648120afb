import { currentActor } from "@/lib/web/auth/current-actor";
import { DomainError } from "@/lib/kernel/errors";
import { problemResponse } from "@/lib/web/http/problems/problem";
import { earningsFile } from "@/lib/web/http/earnings-file";

export const dynamic = "force-dynamic";

/** The signed-in creator's payments, as a file. */
export async function GET(): Promise<Response> {
  const actor = await currentActor();
  if (!actor) return problemResponse(new DomainError("AUTH_REQUIRED", "Sign in to export your earnings."));
  return earningsFile(actor.accountId);
}
