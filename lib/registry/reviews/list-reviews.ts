import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { getReviewedSkill } from "@/lib/registry/reviews/delete-reviews";
import {
  findReviewOf,
  selectReviews,
  type OwnReview,
  type ReviewPlace,
  type StoredReview,
} from "@/lib/registry/reviews/repository";
import { toRating } from "@/lib/registry/statistics/rating";

export type { OwnReview };

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;
const CURSOR = /^(\d{1,15})\.(rev_[0-9a-z]{26})$/;

export interface ReviewView extends Omit<StoredReview, "createdAt" | "updatedAt"> {
  createdAt: string;
  updatedAt: string;
}

export interface ReviewPage {
  slug: string;
  rating: { average: number | null; count: number };
  reviews: ReviewView[];
  nextCursor: string | null;
}

/**
 * Reviews of a skill, newest first. "Verified buyer" is derived anew on every read: a receipt for a call of this
 * skill, paid by a wallet of the reviewer. Throws SKILL_NOT_FOUND, SKILL_QUARANTINED, REQUEST_INVALID for a cursor
 * that is none.
 */
export async function listReviews(
  slugOrId: string,
  { limit = DEFAULT_LIMIT, cursor }: { limit?: number; cursor?: string | undefined } = {},
): Promise<ReviewPage> {
  const skill = await getReviewedSkill(database(), slugOrId);
  const size = Math.min(Math.max(Math.trunc(limit), 1), MAX_LIMIT);
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await selectReviews(database(), { skillId: skill.id, limit: size + 1, after });
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return {
    slug: skill.slug,
    rating: toRating(skill.ratingSum, skill.ratingCount),
    reviews: shown.map(toView),
    nextCursor: last ? writeCursor(last) : null,
  };
}

/** What the account wrote about a skill, for it to change; null when nothing. */
export function findOwnReview(skillId: string, accountId: string): Promise<OwnReview | null> {
  return findReviewOf(database(), skillId, accountId);
}

function toView({ createdAt, updatedAt, ...review }: StoredReview): ReviewView {
  return { ...review, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

function writeCursor({ updatedAt, id }: ReviewPlace): string {
  return Buffer.from(`${updatedAt.getTime()}.${id}`).toString("base64url");
}

function readCursor(cursor: string): ReviewPlace {
  const text = Buffer.from(cursor.slice(0, 100), "base64url").toString("latin1");
  const [, milliseconds, id] = CURSOR.exec(text) ?? [];
  if (id !== undefined) return { updatedAt: new Date(Number(milliseconds)), id };
  throw new DomainError(
    "REQUEST_INVALID",
    "The cursor is not one of this list: ask for the first page again.",
    {
      details: { parameter: "cursor" },
    },
  );
}
