import { SKILL_PROBLEMS } from "@/api/schemas/problem";
import { z } from "@hono/zod-openapi";
import { ageOfSkills } from "@/api/frame/answer";
import { noun } from "@/api/frame/operation";
import { skillParameter, wholeNumberOr } from "@/api/schemas/parameters";
import { moment } from "@/api/schemas/skill";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { listReviews } from "@/lib/registry/reviews/list-reviews";
import {
  MAX_REVIEW_CHARACTERS,
  MAX_STARS,
  MIN_STARS,
  writeReview,
} from "@/lib/registry/reviews/write-review";

export const reviews = noun("Discovery");

const reviewSchema = z
  .object({
    id: z.string(),
    username: z.string(),
    rating: z.int(),
    text: z.string().nullable(),
    written_by: z.enum(["person", "agent"]),
    verified_buyer: z
      .boolean()
      .describe(
        "True exactly when a wallet of the reviewer holds a receipt for a call of this skill that counts: not the publisher's.",
      ),
    created_at: moment,
    updated_at: moment,
  })
  .openapi("Review");

const writtenSchema = z
  .object({ status: z.literal("success"), action: z.enum(["created", "updated"]), review_id: z.string() })
  .openapi("ReviewWritten");
const text = z.string().max(MAX_REVIEW_CHARACTERS).optional();

reviews
  .post("/v1/skills/{id}/reviews", {
    id: "writeReview",
    summary: "Review a skill, or change one's review",
    description: "One review for each account; not of one's own skill, and not of a draft.",
    key: "needed",
    limit: REQUEST_LIMITS.review,
    params: skillParameter,
    headers: z.object({
      "x-reviewer-type": z
        .enum(["agent", "human"])
        .optional()
        .describe("agent: an agent wrote it for the account."),
    }),
    json: z
      .object({
        rating: z.number().int().min(MIN_STARS).max(MAX_STARS).describe("Whole stars."),
        text,
        comment: text.describe("Another name of `text`."),
      })
      .openapi("ReviewRequest"),
    maxBytes: 16 * 1024,
    answers: {
      200: [writtenSchema, "The account's earlier review was replaced."],
      201: [writtenSchema, "Written."],
    },
    cacheKind: "skill",
    problems: [...SKILL_PROBLEMS, "REVIEW_NOT_ALLOWED_ON_DRAFT", "REVIEW_NOT_ALLOWED"],
  })
  .handle(async ({ json, headers, params, actor, send }) => {
    const { rating, text: asText, comment } = json;
    const writtenBy = headers["x-reviewer-type"] === "agent" ? "agent" : "person";
    const request = {
      actor,
      skill: params.id,
      rating,
      text: asText ?? comment,
      writtenBy,
    } as const;
    const written = await writeReview(request);
    return send(written.action === "created" ? 201 : 200, written);
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

reviews
  .get("/v1/skills/{id}/reviews", {
    id: "listReviews",
    summary: "Reviews of a skill, newest first",
    params: skillParameter,
    query: z.object({
      limit: wholeNumberOr(20, { min: 1, max: 50 }),
      cursor: z.string().max(100).optional().describe("`next_cursor` of the page before."),
    }),
    answers: { 200: [reviewsSchema, "Reviews, one page."] },
    cached: ageOfSkills(60),
    cacheKind: "skill",
    problems: SKILL_PROBLEMS,
  })
  .handle(async ({ params, query }) => {
    const { slug, rating, reviews, nextCursor } = await listReviews(params.id, query);
    return { name: slug, avgRating: rating.average, ratingCount: rating.count, results: reviews, nextCursor };
  });
