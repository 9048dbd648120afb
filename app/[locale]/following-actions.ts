"use server";

import { getLocale } from "next-intl/server";
import { redirect } from "next/navigation";
import { actAs, asMember, problemQuery } from "@/app/[locale]/form-outcome";
import { choiceOf, FORM, serverAction, textOf } from "@/app/[locale]/server-action";
import { endFeed, makeFeed } from "@/lib/catalogue/following/feed-address";
import { follow, FOLLOWED_KINDS, unfollow, type Followed } from "@/lib/catalogue/following/follow";
import type { Actor } from "@/lib/identity/actor";
import type { DomainError } from "@/lib/kernel/errors";
import { FOLLOWING_PAGE, localizedPath } from "@/lib/platform/i18n/paths";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const MAX_NAME = 100;
const PAGES = { skill: "skills", publisher: "people", set: "sets" } as const satisfies Record<
  Followed["kind"],
  string
>;

/** Follows the skill, publisher or set of the form, or follows it no more, and shows the page that it was sent from. */
export const followAction = serverAction([FORM], async (form): Promise<void> => {
  const followed = { kind: choiceOf(form, "kind", FOLLOWED_KINDS), name: textOf(form, "name", MAX_NAME) };
  const does = choiceOf(form, "act", ["follow", "unfollow"]);
  const inList = choiceOf(form, "from", ["own", "list"]) === "list";
  const page = inList ? FOLLOWING_PAGE : `/${PAGES[followed.kind]}/${encodeURIComponent(followed.name)}`;
  const refused = (error: DomainError) => `${FOLLOWING_PAGE}?${problemQuery(error)}`;
  await asMember({ page, refused }, async (actor) => {
    await consumeRateLimit(REQUEST_LIMITS.following, actor.accountId);
    await (does === "follow" ? follow : unfollow)(actor.accountId, followed);
  });
  redirect(localizedPath(await getLocale(), page));
});

/** Gives the feed of what somebody follows an address, another one, or none. */
export const feedAction = serverAction([FORM], async (form): Promise<void> => {
  const does = choiceOf(form, "act", ["make", "end"]);
  const change = async ({ accountId }: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.following, accountId);
    await (does === "make" ? makeFeed : endFeed)(accountId);
  };
  await actAs(FOLLOWING_PAGE, change, undefined, "feed");
});
