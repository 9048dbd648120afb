"use server";

import { actAs } from "@/app/[locale]/form-outcome";
import { textOf } from "@/app/[locale]/server-action";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import type { Actor } from "@/lib/identity/actor";
import { env } from "@/lib/platform/config/env";
import { MAX_SET_TEXT, readSetText } from "@/lib/registry/sets/read-set-text";
import { saveSet, withdrawSet } from "@/lib/registry/sets/save-set";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const PAGE = "/dashboard/sets";

/** Saves the set of the form: lines, or a lock file that was pasted. */
export const saveSetAction = serverAction([FORM], async (form): Promise<void> => {
  const save = async (actor: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.sets, actor.accountId);
    const parts = readSetText(textOf(form, "parts", MAX_SET_TEXT), env().APP_URL);
    const name = textOf(form, "name", 100).trim();
    await saveSet({ actor, name, description: textOf(form, "description"), parts });
  };
  await actAs(PAGE, save, { name: "set", form, fields: ["name", "description", "parts"] });
});

/** Withdraws the set of the form, with its reason. */
export const withdrawSetAction = serverAction([FORM], async (form): Promise<void> => {
  const withdraw = async (actor: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.sets, actor.accountId);
    await withdrawSet({ actor, name: textOf(form, "set", 100), reason: textOf(form, "reason") });
  };
  await actAs(PAGE, withdraw, { name: "withdraw-set", form, fields: ["set", "reason"] });
});
