"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { applyAsVerifier } from "@/lib/audits/applications/apply-as-verifier";
import { problemQuery } from "@/app/[locale]/act-as";
import { leadToConfirmation } from "@/app/[locale]/lead-to-confirmation";
import { keepWritten, type SentForm } from "@/app/[locale]/refused-form";
import { reviewSecret } from "@/lib/audits/review/review-secret";
import type { Answer, EnteredAudit } from "@/components/review/sign-box";
import { CONFIRM_FIRST } from "@/components/wallet/confirm-first";
import { currentActor } from "@/lib/auth/current-actor";
import type { PreparedAudit } from "@/lib/audits/prepare-audit";
import { prepareReviewedAudit } from "@/lib/audits/review/prepare-reviewed-audit";
import { decideFinding } from "@/lib/audits/review/decide-finding";
import { markFiles, markItem, releaseReview, reserveReview } from "@/lib/audits/review/reserve-review";
import { revokeAudit } from "@/lib/audits/revoke-audit";
import { MAX_NOTE_CHARACTERS, VERDICTS, type Verdict } from "@/lib/audits/audit-statement";
import { signAudit } from "@/lib/audits/sign-audit";
import { localizedPath } from "@/lib/i18n/paths";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { env } from "@/lib/config/env";
import { toStorableText } from "@/lib/running/contract/storable-text";
import { solanaConnection } from "@/lib/solana/current-connection";

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
  const prepared = await answer(async ({ accountId }) =>
    prepareReviewedAudit({
      accountId,
      versionId,
      verdict: entered.verdict,
      note: entered.note || null,
      validityDays: env().AUDIT_VALIDITY_DAYS,
      genesisHash: await solanaConnection().genesisHash(),
      secret: reviewSecret(),
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
  return answer(({ accountId }) =>
    signAudit({
      accountId,
      versionId,
      payload: prepared.payload,
      ticket: prepared.ticket,
      signature: Buffer.from(signature, "base64"),
      secret: reviewSecret(),
    }),
  );
}

/** Reserves the version, or extends its reservation, and opens it; or shows why not. */
export async function reserveAction(versionId: string): Promise<void> {
  await act(`/review/${versionId}`, ({ accountId }) => reserveReview({ accountId, versionId }));
}

/** Gives the reservation back and returns to the queue. */
export async function releaseAction(versionId: string): Promise<void> {
  await act("/review", ({ accountId }) => releaseReview({ accountId, versionId }));
}

/** Ticks or unticks an item of the checklist; `query` is what the page shows. */
export async function markAction(versionId: string, query: string, form: FormData): Promise<void> {
  const [item, marked] = [textOf(form.get("item")), form.get("marked") === "yes"];
  await act(`/review/${versionId}${query}`, ({ accountId }) =>
    markItem({ accountId, versionId, item, marked }),
  );
}

/** Keeps that files were seen, or takes it back; `query` is what the page shows next. */
export async function markFilesAction(versionId: string, query: string, form: FormData): Promise<void> {
  const keys = form.getAll("file").map(textOf);
  const seen = form.get("seen") === "yes";
  await act(`/review/${versionId}${query}`, ({ accountId }) =>
    markFiles({ accountId, versionId, keys, seen }),
  );
}

/** Accepts a finding, asks for a change, or takes either back. */
export async function decideFindingAction(versionId: string, query: string, form: FormData): Promise<void> {
  const [findingKey, decision] = [textOf(form.get("finding")), textOf(form.get("decision"))];
  const reason = textOf(form.get("reason"));
  await act(
    `/review/${versionId}${query}`,
    ({ accountId }) => decideFinding({ accountId, versionId, findingKey, decision, reason }),
    { name: `finding ${findingKey}`, form, fields: ["reason"] },
  );
}

/**
 * Asks an administrator to be enrolled, with the key that signed the form's text; or keeps what is written while its
 * person confirms who they are, to link a wallet.
 */
export async function applyAction(form: FormData): Promise<void> {
  const [text, ticket] = [textOf(form.get("statement")), textOf(form.get("ticket"))];
  const given = {
    displayName: textOf(form.get("name")),
    about: textOf(form.get("about")),
    // Forms send line ends as CRLF; what was signed has none.
    key: { text: text.replaceAll("\r\n", "\n"), ticket, signature: textOf(form.get("signature")) },
    secret: reviewSecret(),
  };
  const sent = { name: "application", form, fields: ["name", "about"] };
  if (form.get(CONFIRM_FIRST.name) === CONFIRM_FIRST.value) {
    await keepWritten(localizedPath(await getLocale(), "/review"), sent);
    await leadToConfirmation("/review");
  }
  await act("/review", (actor) => applyAsVerifier(actor, given), sent);
}

/** Takes one of the verifier's audits back; `path` is the page of the list it stands on. */
export async function revokeAction(path: string, form: FormData): Promise<void> {
  const [auditId, reason] = [textOf(form.get("audit")), textOf(form.get("reason"))];
  const sent = { name: `revoke ${auditId}`, form, fields: ["reason"] };
  await act(path, ({ accountId }) => revokeAudit({ accountId, auditId, reason }), sent, "done=revoked");
}

/** Does the work and shows `path` again, with the problem and what was written if there was one. */
async function act(
  path: string,
  work: (actor: Actor) => Promise<unknown>,
  sent?: SentForm,
  said = "",
): Promise<never> {
  const [locale, done] = [await getLocale(), await attempt(work)];
  // No anchor: the router would take a redirect that only adds one for a jump within the page and show the old state.
  const outcome = done.ok ? said : problemQuery(done.error);
  const query = outcome === "" ? "" : `${path.includes("?") ? "&" : "?"}${outcome}`;
  if (!done.ok && sent) await keepWritten(localizedPath(locale, path), sent);
  redirect(localizedPath(locale, path + query));
}

async function answer<T>(work: (actor: Actor) => Promise<T>): Promise<Answer<T>> {
  const done = await attempt(work);
  return done.ok ? done : { ok: false, code: done.error.code, message: done.error.message };
}

async function attempt<T>(
  work: (actor: Actor) => Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; error: DomainError }> {
  const actor = await currentActor();
  if (!actor) {
    const error = new DomainError("AUTH_REQUIRED", "You are no longer signed in. Sign in again.");
    return { ok: false, error };
  }
  try {
    return { ok: true, value: await work(actor) };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { ok: false, error };
  }
}

function toVerdict(value: FormDataEntryValue | null): Verdict {
  return VERDICTS.find((verdict) => verdict === value) ?? "changes_requested";
}

const textOf = (value: FormDataEntryValue | null) => (typeof value === "string" ? toStorableText(value) : "");
