"use server";

import { actAs, pressed } from "@/app/[locale]/act-as";
import { textOf } from "@/app/[locale]/form-fields";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import type { Actor } from "@/lib/identity/actor";
import { acceptInvitation, endMaintainer, inviteMaintainer } from "@/lib/ownership/maintainers/maintainers";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const PAGE = "/dashboard/maintainers";

/** Invites the account that the form names to maintain its skill. */
export const inviteMaintainerAction = serverAction([FORM], async (form): Promise<void> => {
  const invite = async (actor: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.maintainers, actor.accountId);
    const [skill, username] = [textOf(form, "skill", 100), textOf(form, "username", 64).trim()];
    await inviteMaintainer({ actor, skill, username });
  };
  await actAs(PAGE, invite, { name: "maintainer", form, fields: ["skill", "username"], about: "invited" });
});

/** Accepts the invitation that the form names. */
export const acceptInvitationAction = serverAction([FORM], async (form): Promise<void> => {
  const maintainerId = textOf(form, "maintainer", 64);
  await actAs(PAGE, (actor) => acceptInvitation({ actor, maintainerId }), pressed(form, "accepted"));
});

/** Declines or withdraws the invitation that the form names, leaves the skill, or removes the maintainer. */
export const endMaintainerAction = serverAction([FORM], async (form): Promise<void> => {
  const maintainerId = textOf(form, "maintainer", 64);
  await actAs(PAGE, (actor) => endMaintainer({ actor, maintainerId }), pressed(form, "ended"));
});
