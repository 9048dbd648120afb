"use server";

import { readSignature } from "@/lib/chain/solana/signature";
import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { z } from "zod";
import { applyAsVerifier } from "@/lib/audits/applications";
import {
  asMember,
  leadToConfirmation,
  pageLocale,
  storeWritten,
  withQuery,
  type SentForm,
} from "@/app/[locale]/form-outcome";
import {
  choiceOf,
  isTicked,
  textOf,
  listOf,
  FORM,
  ID,
  PAGE_QUERY,
  PATH,
  UNREAD,
  serverAction,
} from "@/app/[locale]/server-action";
import { prepareReviewedAudit, revokeAudit, signAudit } from "@/lib/audits/sign-audit";
import type { EnteredAudit } from "@/components/review/sign-box";
import { describeStatement, type StatementRow } from "@/components/review/describe-statement";
import type { PreparedAnswer } from "@/components/review/signed-form";
import type { Answer } from "@/components/review/use-signing";
import type { EnteredAdvisory } from "@/components/review/advise-box";
import { ADVISORY_SEVERITIES } from "@/lib/advisories/kinds";
import { prepareAdvisory, signAdvisory } from "@/lib/audits/advisories/write-own-advisory";
import { CONFIRM_FIRST } from "@/components/wallet/confirm-first";
import { currentActor } from "@/lib/web/auth/current-actor";
import { decideFinding, markFiles, markItem, releaseReview, reserveReview } from "@/lib/audits/review/review";
import { MAX_NOTE_CHARACTERS, VERDICTS } from "@/lib/audits/audit-statement";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { isDomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { env } from "@/lib/platform/config/env";
import { solanaConnection } from "@/lib/chain/solana/current-connection";

/** 64 bytes in base64, and room for who writes them otherwise. */
const MAX_SIGNATURE_CHARACTERS = 200;

/** The exact statement the verifier would sign, for them to read before the wallet opens. */
export const prepareAuditAction = serverAction(
  [ID, UNREAD, FORM],
  async (versionId, _previous, form): Promise<PreparedAnswer<EnteredAudit>> => {
    const entered = {
      verdict: choiceOf(form, "verdict", VERDICTS),
      note: textOf(form, "note").trim().slice(0, MAX_NOTE_CHARACTERS),
    };
    const prepared = await answer(async ({ accountId }) =>
      prepareReviewedAudit({
        accountId,
        versionId,
        verdict: entered.verdict,
        note: entered.note || null,
        validityDays: env().AUDIT_VALIDITY_DAYS,
        genesisHash: await solanaConnection().genesisHash(),
      }),
    );
    return { ...prepared, rows: await rowsOf(prepared), entered };
  },
);

/** What a prepared statement says, in the reader's words. */
const rowsOf = async (prepared: Answer<{ payload: string }>): Promise<StatementRow[]> =>
  prepared.ok ? describeStatement(prepared.value.payload, await pageLocale()) : [];

const PREPARED = z.object({ payload: z.string(), ticket: z.string() });
const SIGNATURE = z.string().max(MAX_SIGNATURE_CHARACTERS);

/** Records the statement with the wallet's signature. */
export const signAuditAction = serverAction(
  [ID, PREPARED, SIGNATURE],
  async (versionId, prepared, signature): Promise<Answer<{ auditId: string }>> => {
    return answer(({ accountId }) =>
      signAudit({
        accountId,
        versionId,
        payload: prepared.payload,
        ticket: prepared.ticket,
        signature: readSignature(signature),
      }),
    );
  },
);

/** The exact statement of an advisory that the verifier would sign. */
export const prepareAdvisoryAction = serverAction(
  [UNREAD, FORM],
  async (_previous, form): Promise<PreparedAnswer<EnteredAdvisory>> => {
    const entered = {
      skill: textOf(form, "skill"),
      versions: textOf(form, "versions"),
      severity: choiceOf(form, "severity", ADVISORY_SEVERITIES),
      summary: textOf(form, "summary"),
      details: textOf(form, "details"),
      whatToDo: textOf(form, "what_to_do"),
    };
    const versions = entered.versions.split(/[\s,]+/).filter((version) => version !== "");
    const prepared = await answer(({ accountId }) => prepareAdvisory({ accountId, ...entered, versions }));
    return { ...prepared, rows: await rowsOf(prepared), entered };
  },
);

/** Publishes an advisory with the wallet's signature. */
export const signAdvisoryAction = serverAction(
  [PREPARED, SIGNATURE],
  async ({ payload, ticket }, signature): Promise<Answer<{ id: string }>> =>
    answer(({ accountId }) =>
      signAdvisory({ accountId, payload, ticket, signature: readSignature(signature) }),
    ),
);

/** Reserves the version, or extends its reservation, and opens it; or shows why not. */
export const reserveAction = serverAction([ID], async (versionId): Promise<void> => {
  await act(`/review/${versionId}`, ({ accountId }) => reserveReview({ accountId, versionId }));
});

/** Gives the reservation back and returns to the queue. */
export const releaseAction = serverAction([ID], async (versionId): Promise<void> => {
  await act("/review", ({ accountId }) => releaseReview({ accountId, versionId }));
});

/** Ticks or unticks an item of the checklist; `query` is what the page shows. */
export const markAction = serverAction(
  [ID, PAGE_QUERY, FORM],
  async (versionId, query, form): Promise<void> => {
    const [item, marked] = [textOf(form, "item"), choiceOf(form, "marked", ["yes", "no"]) === "yes"];
    await act(`/review/${versionId}${query}`, ({ accountId }) =>
      markItem({ accountId, versionId, item, marked }),
    );
  },
);

/** Keeps that files were seen, or takes it back; `query` is what the page shows next. */
export const markFilesAction = serverAction(
  [ID, PAGE_QUERY, FORM],
  async (versionId, query, form): Promise<void> => {
    const [keys, seen] = [listOf(form, "file"), choiceOf(form, "seen", ["yes", "no"]) === "yes"];
    await act(`/review/${versionId}${query}`, ({ accountId }) =>
      markFiles({ accountId, versionId, keys, seen }),
    );
  },
);

/** Accepts a finding, asks for a change, or takes either back. */
export const decideFindingAction = serverAction(
  [ID, PAGE_QUERY, FORM],
  async (versionId, query, form): Promise<void> => {
    const [findingKey, decision] = [textOf(form, "finding"), textOf(form, "decision")];
    const reason = textOf(form, "reason");
    await act(
      `/review/${versionId}${query}`,
      ({ accountId }) => decideFinding({ accountId, versionId, findingKey, decision, reason }),
      { name: `finding ${findingKey}`, form, fields: ["reason"] },
    );
  },
);

/**
 * Asks an administrator to be enrolled, with the key that signed the form's text; or keeps what is written while its
 * person confirms who they are, to link a wallet.
 */
export const applyAction = serverAction([FORM], async (form): Promise<void> => {
  const [text, ticket] = [textOf(form, "statement"), textOf(form, "ticket")];
  const given = {
    displayName: textOf(form, "name"),
    about: textOf(form, "about"),
    // Forms send line ends as CRLF; what was signed has none.
    key: { text: text.replaceAll("\r\n", "\n"), ticket, signature: textOf(form, "signature") },
  };
  const sent = { name: "application", form, fields: ["name", "about"] };
  if (isTicked(form, CONFIRM_FIRST.name, CONFIRM_FIRST.value)) {
    await storeWritten(localizedPath(await getLocale(), "/review"), sent);
    await leadToConfirmation("/review");
  }
  await act("/review", (actor) => applyAsVerifier(actor, given), sent);
});

/** Takes one of the verifier's audits back; `path` is the page of the list it stands on. */
export const revokeAction = serverAction([PATH, FORM], async (path, form): Promise<void> => {
  const [auditId, reason] = [textOf(form, "audit"), textOf(form, "reason")];
  const sent = { name: `revoke ${auditId}`, form, fields: ["reason"] };
  await act(path, ({ accountId }) => revokeAudit({ accountId, auditId, reason }), sent, "done=revoked");
});

/** Does the work and shows `page` again, with the problem and what was written if there was one. */
async function act(
  page: string,
  work: (actor: Actor) => Promise<unknown>,
  sent?: SentForm,
  said = "",
): Promise<never> {
  await asMember({ page, sent }, work);
  // No anchor: the router would take a redirect that only adds one for a jump within the page and show the old state.
  redirect(localizedPath(await getLocale(), said === "" ? page : withQuery(page, said)));
}

async function answer<T>(work: (actor: Actor) => Promise<T>): Promise<Answer<T>> {
  const actor = await currentActor();
  if (!actor)
    return { ok: false, code: "AUTH_REQUIRED", message: "You are no longer signed in. Sign in again." };
  try {
    return { ok: true, value: await work(actor) };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { ok: false, code: error.code, message: error.message };
  }
}
