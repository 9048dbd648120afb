"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { z } from "zod";
import { describeLimit } from "@/app/[locale]/(creator)/dashboard/spending/describe-limit";
import {
  readLimitForm,
  type EnteredLimit,
} from "@/app/[locale]/(creator)/dashboard/spending/read-limit-form";
import { asMember, pageLocale, withQuery } from "@/app/[locale]/form-outcome";
import { FORM, serverAction, textOf, UNREAD } from "@/app/[locale]/server-action";
import type { PreparedAnswer } from "@/components/review/signed-form";
import type { Answer } from "@/components/review/use-signing";
import { readSignature } from "@/lib/chain/solana/signature";
import { isDomainError, wrongMember, type DomainError } from "@/lib/kernel/errors";
import { prepareLimit, setLimit, type WantedLimit } from "@/lib/payments/limits/set-limit";
import {
  readSpendingStatement,
  sealSpendingStatement,
  termsOf,
} from "@/lib/payments/limits/spending-statement";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import { currentActor } from "@/lib/web/auth/current-actor";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const PAGE = "/dashboard/spending";
const MAX_SIGNATURE_CHARACTERS = 200;
/** Fifty scopes with their names and ids, and more. */
const MAX_STATEMENT_CHARACTERS = 32_000;

const WALLET = z.string().refine(isSolanaAddress);
const PREPARED = z.object({ payload: z.string().max(MAX_STATEMENT_CHARACTERS), ticket: z.string() });
const SIGNATURE = z.string().max(MAX_SIGNATURE_CHARACTERS);

/** The exact statement that the wallet would sign for the limit of the form. */
export const prepareLimitAction = serverAction(
  [WALLET, UNREAD, FORM],
  async (wallet, _previous, form): Promise<PreparedAnswer<EnteredLimit>> => {
    const entered: EnteredLimit = {
      perCall: textOf(form, "perCall"),
      perDay: textOf(form, "perDay"),
      lastDay: textOf(form, "lastDay"),
      leastAuditState: textOf(form, "leastAuditState"),
      askAbove: textOf(form, "askAbove"),
      scopes: textOf(form, "scopes", MAX_STATEMENT_CHARACTERS),
    };
    const read = readLimitForm(entered);
    if (!read.ok) return { ok: false, code: read.field, message: "", rows: [], entered };
    return prepared(wallet, read.wanted, entered);
  },
);

/** The exact statement that the wallet would sign to end its limit. */
export const prepareRemovalAction = serverAction(
  [WALLET, UNREAD, FORM],
  async (wallet): Promise<PreparedAnswer<null>> => prepared(wallet, { removed: true }, null),
);

async function prepared<Entered>(
  wallet: string,
  wanted: WantedLimit,
  entered: Entered,
): Promise<PreparedAnswer<Entered>> {
  const answered = await answer(async () => {
    const { payload, message } = await prepareLimit(wallet, wanted);
    return { payload, ticket: "", message: message.toString("base64") };
  });
  const rows = answered.ok ? describeLimit(answered.value.payload, await pageLocale()) : [];
  return { ...answered, rows, entered };
}

/** Takes the statement with the wallet's signature. */
export const setLimitAction = serverAction(
  [WALLET, PREPARED, SIGNATURE],
  async (wallet, { payload }, signature): Promise<Answer<Done>> =>
    answer(() => take(wallet, payload, signature)),
);

/** The same for whoever signs elsewhere, and hands in the signature as a text. */
export const pasteLimitAction = serverAction([WALLET, FORM], async (wallet, form): Promise<void> => {
  const payload = textOf(form, "payload", MAX_STATEMENT_CHARACTERS);
  const signature = textOf(form, "signature", MAX_SIGNATURE_CHARACTERS);
  const said = readSpendingStatement(payload);
  const act = said !== null && termsOf(said) === null ? "remove" : "change";
  const refused = (error: DomainError) =>
    withQuery(PAGE, `${act}=${encodeURIComponent(wallet)}&problem=${codeOf(error)}`);
  const done = await asMember({ page: PAGE, part: "limits", refused }, (actor) =>
    counted(actor.accountId, () => take(wallet, payload, signature)),
  );
  redirect(localizedPath(await getLocale(), `${withQuery(PAGE, `done=${done}`)}#limits`));
});

/** What the page says once it is done. */
type Done = "set" | "removed";

async function take(wallet: string, payload: string, signature: string): Promise<Done> {
  const { terms } = await setLimit(wallet, sealSpendingStatement(payload, wallet, readSignature(signature)));
  return terms === null ? "removed" : "set";
}

async function counted<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  await consumeRateLimit(REQUEST_LIMITS.spendingLimit, accountId);
  return work();
}

async function answer<T>(work: () => Promise<T>): Promise<Answer<T>> {
  const actor = await currentActor();
  if (!actor)
    return { ok: false, code: "AUTH_REQUIRED", message: "You are no longer signed in. Sign in again." };
  try {
    return { ok: true, value: await counted(actor.accountId, work) };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { ok: false, code: codeOf(error), message: error.message };
  }
}

/** The sentence that a refusal has on the page: of a field of the form, of what was signed, or of its code. */
function codeOf(error: DomainError): string {
  if (error.code !== "REQUEST_INVALID") return error.code;
  const [member = "", part] = (wrongMember(error) ?? "").split("/");
  if (member === "until") return "lastDay";
  if (member === "scopes") return "unknownScope";
  return member === "signature" || part === "signatures" ? "signature" : "statement";
}
