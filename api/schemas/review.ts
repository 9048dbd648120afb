import { z } from "@hono/zod-openapi";
import { moment } from "@/api/schemas/skill";
import type { ReviewView } from "@/lib/reviews/list-reviews";

export const reviewSchema = z
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

export function toReviewJson(review: ReviewView): z.infer<typeof reviewSchema> {
  return {
    id: review.id,
    username: review.username,
    rating: review.rating,
    text: review.text,
    written_by: review.writtenBy,
    verified_buyer: review.verifiedBuyer,
    created_at: review.createdAt,
    updated_at: review.updatedAt,
  };
}
