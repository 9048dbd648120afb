"use server";

import { currentActor } from "@/lib/auth/current-actor";
import { prepareAudit, type PreparedAudit } from "@/lib/audits/prepare-audit";
import { MAX_NOTE_CHARACTERS, VERDICTS, type Verdict } from "@/lib/audits/audit-statement";
import { signAudit } from "@/lib/audits/sign-audit";
import { isDomainError } from "@/lib/errors";
import { env } from "@/lib/env";
import { solanaConnection } from "@/lib/solana/current-connection";

export type Answer<T> = { ok: true; value: T } | { ok: false; code: string; message: string };

/** The exact statement the verifier would sign, for them to read before the wallet opens. */
export async function prepareAuditAction(
  versionId: string,
  verdict: string,
  note: string,
): Promise<Answer<PreparedAudit>> {
  return answer(async (accountId) =>
    prepareAudit({
      accountId,
      versionId,
      verdict: toVerdict(verdict),
      note: note.trim().slice(0, MAX_NOTE_CHARACTERS) || null,
      validityDays: env().AUDIT_VALIDITY_DAYS,
      genesisHash: await solanaConnection().genesisHash(),
      secret: secret(),
    }),
  );
}

/** Records the statement with the wallet's signature (base64). */
export async function signAuditAction(
  versionId: string,
  prepared: Pick<PreparedAudit, "payload" | "ticket">,
  signature: string,
): Promise<Answer<{ auditId: string }>> {
  return answer((accountId) =>
    signAudit({
      accountId,
      versionId,
      payload: prepared.payload,
      ticket: prepared.ticket,
      signature: Buffer.from(signature, "base64"),
      secret: secret(),
    }),
  );
}

async function answer<T>(work: (accountId: string) => Promise<T>): Promise<Answer<T>> {
  const actor = await currentActor();
  if (!actor)
    return { ok: false, code: "AUTH_REQUIRED", message: "You are not signed in any more. Sign in again." };
  try {
    return { ok: true, value: await work(actor.accountId) };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { ok: false, code: error.code, message: error.message };
  }
}

function toVerdict(text: string): Verdict {
  return VERDICTS.find((verdict) => verdict === text) ?? "changes_requested";
}

function secret(): string {
  const value = process.env["NEXTAUTH_SECRET"];
  if (!value) throw new Error("NEXTAUTH_SECRET is not set");
  return value;
}
