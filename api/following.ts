import { z } from "@hono/zod-openapi";
import { writtenFrom } from "@/api/frame/json-of";
import { noun } from "@/api/frame/operation";
import { lookupText, wholeNumberOr } from "@/api/schemas/parameters";
import { moment } from "@/api/schemas/skill";
import {
  follow,
  FOLLOWED_KINDS,
  listFollowed,
  unfollow,
  type FollowedRow,
} from "@/lib/catalogue/following/follow";
import { listNews, type NewsList } from "@/lib/catalogue/following/news";
import { newsWords } from "@/lib/catalogue/following/news-words";
import { env } from "@/lib/platform/config/env";
import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

export const following = noun("Account");

const MAX_NAME = 100;
const MAX_NEWS = 100;

const followed = z.object({
  kind: z.enum(FOLLOWED_KINDS),
  name: lookupText(MAX_NAME).describe(
    "Of a skill its name or id, of a publisher the user name, of a set its name.",
  ),
});

following
  .get("/v1/following", {
    id: "listFollowing",
    summary: "What you follow: skills, publishers and sets",
    description: "A skill is followed by its star, also one given by a client of ClawHub.",
    key: "needed",
    answers: {
      200: [
        writtenFrom(
          z
            .object({
              status: z.literal("success"),
              results: z.array(z.object({ kind: z.enum(FOLLOWED_KINDS), name: z.string(), since: moment })),
            })
            .openapi("Following"),
          (rows: FollowedRow[]) => ({
            results: rows.map((row) => ({ ...row, since: row.since.toISOString() })),
          }),
        ),
        "By kind and name.",
      ],
    },
  })
  .handle(({ actor }) => listFollowed(actor.accountId));

following
  .get("/v1/following/news", {
    id: "listNews",
    summary: "What happened to what you follow, newest first",
    description:
      "Of the last 90 days: new skills, versions and sets, seals, changed prices, deprecations, withdrawals and advisories.",
    key: "needed",
    limit: REQUEST_LIMITS.following,
    query: z.object({
      limit: wholeNumberOr(50, { min: 1, max: MAX_NEWS }),
      cursor: z.string().max(200).optional().describe("`next_cursor` of the page before."),
    }),
    answers: {
      200: [
        writtenFrom(
          z
            .object({
              status: z.literal("success"),
              results: z.array(
                z.object({
                  id: z.string(),
                  kind: z.string().describe("More may come."),
                  name: z.string().describe("Of the skill or set, as it is called now."),
                  version: z.string().nullable(),
                  publisher: z.string().nullable(),
                  title: z.string(),
                  text: z.string().describe("What was said about it; empty where nothing was."),
                  url: z.url(),
                  occurred_at: moment,
                }),
              ),
              next_cursor: z.string().nullable(),
            })
            .openapi("News"),
          ({ news, next }: NewsList) => ({
            results: news.map((item) => {
              const { title, text, path } = newsWords(item, DEFAULT_LOCALE);
              const { id, kind, name, version, publisher } = item;
              const occurredAt = item.occurredAt.toISOString();
              return {
                id,
                kind,
                name,
                version,
                publisher,
                title,
                text,
                url: env().APP_URL + path,
                occurredAt,
              };
            }),
            next_cursor: next,
          }),
        ),
        "One page.",
      ],
    },
  })
  .handle(({ query, actor }) => listNews(actor.accountId, query));

const outcome = followed.extend({ status: z.literal("success"), following: z.boolean() }).openapi("Followed");

following
  .put("/v1/following/{kind}/{name}", {
    id: "follow",
    summary: "Follow a skill, a publisher or a set",
    description: "Following it again changes nothing. An account follows at most 1,000.",
    key: "needed",
    limit: REQUEST_LIMITS.following,
    params: followed,
    answers: { 200: [outcome, "Followed."] },
    problems: ["SKILL_NOT_FOUND", "SKILL_QUARANTINED", "NOT_FOUND"],
  })
  .handle(async ({ params, actor }) => {
    await follow(actor.accountId, params);
    return { ...params, following: true };
  });

following
  .delete("/v1/following/{kind}/{name}", {
    id: "unfollow",
    summary: "Follow it no more",
    key: "needed",
    limit: REQUEST_LIMITS.following,
    params: followed,
    answers: { 200: [outcome, "Not followed, whether it was before or not."] },
    problems: ["SKILL_NOT_FOUND", "NOT_FOUND"],
  })
  .handle(async ({ params, actor }) => {
    await unfollow(actor.accountId, params);
    return { ...params, following: false };
  });
