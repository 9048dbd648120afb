"use server";

import { actAs } from "@/app/[locale]/act-as";
import { textOf } from "@/app/[locale]/form-fields";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import type { Actor } from "@/lib/identity/actor";
import { askForName } from "@/lib/registry/names/ask-for-name";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const PAGE = "/dashboard/names";

/** Keeps the name of the form for the skill of the form; its present name gives up what was asked for. */
export const askForNameAction = serverAction([FORM], async (form): Promise<void> => {
  const ask = async (actor: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.names, actor.accountId);
    await askForName({ actor, skill: textOf(form, "skill", 100), name: textOf(form, "name", 100).trim() });
  };
  await actAs(PAGE, ask, { name: "skill-name", form, fields: ["skill", "name"] });
});
