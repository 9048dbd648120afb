"use server";

import { currentActor } from "@/lib/auth/current-actor";
import { prepareAudit, type PreparedAudit } from "@/lib/audits/prepare-audit";
import { MAX_NOTE_CHARACTERS, VERDICTS, type Verdict } from "@/lib/audits/audit-statement";
import { signAudit } from "@/lib/audits/sign-audit";
import { isDomainError } from "@/lib/errors";
import { env } from "@/lib/env";
import { solanaConnection } from "@/lib/solana/current-connection";

export type Answer<T> = { ok: true; value: T } | { ok: false; code: string; message: string };

/** What the form said, so that it still says it when the answer is shown. */
export interface EnteredAudit {
  verdict: Verdict;
  note: string;
}

/** The exact statement the verifier would sign, for them to read before the wallet opens. */
export async function prepareAuditAction(
  versionId: string,
  _previous: unknown,
  form: FormData,
): Promise<Answer<PreparedAudit> & { entered: EnteredAudit }> {
  const entered = {
    verdict: toVerdict(form.get("verdict")),
    note: textOf(form.get("note")).trim().slice(0, MAX_NOTE_CHARACTERS),
  };
  const prepared = await answer(async (accountId) =>
    prepareAudit({
      accountId,
      versionId,
      verdict: entered.verdict,
      note: entered.note || null,
      validityDays: env().AUDIT_VALIDITY_DAYS,
      genesisHash: await solanaConnection().genesisHash(),
      secret: secret(),
    }),
  );
  return { ...prepared, entered };
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

function toVerdict(value: FormDataEntryValue | null): Verdict {
  return VERDICTS.find((verdict) => verdict === value) ?? "changes_requested";
}

const textOf = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : "");

function secret(): string {
  const value = process.env["NEXTAUTH_SECRET"];
  if (!value) throw new Error("NEXTAUTH_SECRET is not set");
  return value;
}
