"use server";

import { actAs, textOf } from "@/app/[locale]/act-as";
import { consumeRateLimit } from "@/lib/http/limits/rate-limit";
import type { Actor } from "@/lib/identity/actor";
import { askForName, NAME_WISHES } from "@/lib/registry/names/ask-for-name";

const PAGE = "/dashboard/names";

/** Keeps the name of the form for the skill of the form; its present name gives up what was asked for. */
export async function askForNameAction(form: FormData): Promise<void> {
  const ask = async (actor: Actor) => {
    await consumeRateLimit(NAME_WISHES, actor.accountId);
    await askForName({ actor, skill: textOf(form, "skill", 100), name: textOf(form, "name", 100).trim() });
  };
  await actAs(PAGE, ask, { name: "skill-name", form, fields: ["skill", "name"] });
}
