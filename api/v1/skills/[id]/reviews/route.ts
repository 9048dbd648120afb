import { createRoute, z } from "@hono/zod-openapi";
import { ageOfSkills, sendCachedJson, sendJson } from "@/api/answer";
import { callerSubject, getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { limitRate } from "@/api/limits/limit-rate";
import { skillParameter, wholeNumberOr } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { reviewSchema, toReviewJson } from "@/api/schemas/review";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { listReviews } from "@/lib/reviews/list-reviews";
import { MAX_REVIEW_CHARACTERS, MAX_STARS, MIN_STARS, writeReview } from "@/lib/reviews/write-review";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const AGE = ageOfSkills(60);
const MAX_BODY_BYTES = 16 * 1024;
const writtenSchema = z
  .object({ status: z.literal("success"), action: z.enum(["created", "updated"]), review_id: z.string() })
  .openapi("ReviewWritten");
const text = z.string().max(MAX_REVIEW_CHARACTERS).optional();

const writeRoute = createRoute({
  method: "post",
  path: "/v1/skills/{id}/reviews",
  operationId: "writeReview",
  tags: ["Discovery"],
  summary: "Review a skill, or change one's review",
  description: "One review for each account; not of one's own skill, and not of a draft.",
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: skillParameter,
    headers: z.object({
      "x-reviewer-type": z
        .enum(["agent", "human"])
        .optional()
        .describe("agent: an agent wrote it for the account."),
    }),
    body: jsonRequest(
      z
        .object({
          rating: z.number().int().min(MIN_STARS).max(MAX_STARS).describe("Whole stars."),
          text,
          comment: text.describe("Another name of `text`."),
        })
        .openapi("ReviewRequest"),
    ),
  },
  responses: {
    200: jsonContent(writtenSchema, "The account's earlier review was replaced."),
    201: jsonContent(writtenSchema, "Written."),
    ...problems(
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
      "AUTH_REQUIRED",
      "AUTH_FAILED",
      "SKILL_NOT_FOUND",
      "SKILL_QUARANTINED",
      "REVIEW_NOT_ALLOWED_ON_DRAFT",
      "REVIEW_NOT_ALLOWED",
      "RATE_LIMITED",
    ),
  },
});

export const writeReviewOperation = defineOperation(writeRoute, async (c) => {
  const actor = await getActor(c);
  await limitRate(c, REQUEST_LIMITS.review, callerSubject(c, null));
  const { rating, text: written, comment } = c.req.valid("json");
  const writtenBy = c.req.valid("header")["x-reviewer-type"] === "agent" ? "agent" : "person";
  const request = {
    actor,
    skill: c.req.valid("param").id,
    rating,
    text: written ?? comment,
    writtenBy,
  } as const;
  const { action, reviewId } = await writeReview(request);
  return sendJson(c, { status: "success", action, review_id: reviewId }, action === "created" ? 201 : 200);
});

const reviewsSchema = z
  .object({
    status: z.literal("success"),
    name: z.string(),
    avg_rating: z.number().nullable(),
    rating_count: z.int(),
    results: z.array(reviewSchema),
    next_cursor: z.string().nullable(),
  })
  .openapi("Reviews");

const listRoute = createRoute({
  method: "get",
  path: "/v1/skills/{id}/reviews",
  operationId: "listReviews",
  tags: ["Discovery"],
  summary: "Reviews of a skill, newest first",
  request: {
    params: skillParameter,
    query: z.object({
      limit: wholeNumberOr(20, { min: 1, max: 50 }),
      cursor: z.string().max(100).optional().describe("`next_cursor` of the page before."),
    }),
  },
  responses: {
    200: jsonContent(reviewsSchema, "Reviews, one page."),
    304: { description: "Unchanged since the given entity tag." },
    ...problems("REQUEST_INVALID", "SKILL_NOT_FOUND", "SKILL_QUARANTINED"),
  },
});

export const listReviewsOperation = defineOperation(listRoute, async (c) => {
  const page = await listReviews(c.req.valid("param").id, c.req.valid("query"));
  const body: z.infer<typeof reviewsSchema> = {
    status: "success",
    name: page.slug,
    avg_rating: page.rating.average,
    rating_count: page.rating.count,
    results: page.reviews.map(toReviewJson),
    next_cursor: page.nextCursor,
  };
  return sendCachedJson(c, body, AGE);
});
