"use server";

import { actAs, pressed } from "@/app/[locale]/act-as";
import { textOf } from "@/app/[locale]/form-fields";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import type { Actor } from "@/lib/identity/actor";
import { acceptTransfer, endTransfer, offerTransfer } from "@/lib/ownership/transfers/transfers";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const PAGE = "/dashboard/transfers";

/** Offers the skill of the form to the account it names. */
export const offerTransferAction = serverAction([FORM], async (form): Promise<void> => {
  const offer = async (actor: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.transfers, actor.accountId);
    const [skill, to] = [textOf(form, "skill", 100), textOf(form, "to", 64).trim()];
    await offerTransfer({ actor, skill, to });
  };
  await actAs(PAGE, offer, { name: "transfer", form, fields: ["skill", "to"], about: "offered" });
});

/** Takes over the skill of the offer that the form names. */
export const acceptTransferAction = serverAction([FORM], async (form): Promise<void> => {
  const transferId = textOf(form, "transfer", 64);
  await actAs(PAGE, (actor) => acceptTransfer({ actor, transferId }), pressed(form, "accepted"));
});

/** Cancels or declines the offer that the form names. */
export const endTransferAction = serverAction([FORM], async (form): Promise<void> => {
  const transferId = textOf(form, "transfer", 64);
  await actAs(PAGE, (actor) => endTransfer({ actor, transferId }), pressed(form, "ended"));
});
