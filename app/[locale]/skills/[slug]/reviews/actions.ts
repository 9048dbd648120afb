"use server";

import { actAs } from "@/app/[locale]/act-as";
import { textOf } from "@/app/[locale]/form-fields";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import { skillPath } from "@/components/skill/skill-path";
import { currentSubject } from "@/lib/web/auth/current-visitor";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import type { Actor } from "@/lib/identity/actor";
import { writeReview } from "@/lib/registry/reviews/write-review";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const MAX_NAME = 100;

/** Writes or changes the review of the form. */
export const reviewAction = serverAction([FORM], async (form): Promise<void> => {
  const skill = textOf(form, "skill", MAX_NAME);
  const write = async (actor: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.review, (await currentSubject()).address);
    await writeReview({
      actor,
      skill,
      rating: Number(textOf(form, "rating", 2)),
      text: textOf(form, "text"),
    });
  };
  const sent = { name: "review", form, fields: ["rating", "text"] };
  await actAs(skillPath(skill, "reviews"), write, sent, "write-review");
});
