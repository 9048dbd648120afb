import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { recallWritten } from "@/app/[locale]/refused-form";
import { ProblemNote } from "@/components/forms/problem-note";
import { ReviewForm } from "@/components/reviews/review-form";
import { ReviewsTab } from "@/components/reviews/reviews-tab";
import { SkillFrame } from "@/components/skill/skill-frame";
import { skillPath } from "@/components/skill/skill-path";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { currentActor } from "@/lib/web/auth/current-actor";
import { isDomainError } from "@/lib/kernel/errors";
import type { SkillDetail } from "@/lib/registry/views";
import { findOwnReview, listReviews } from "@/lib/registry/reviews/list-reviews";
import { MAX_REVIEW_CHARACTERS } from "@/lib/registry/reviews/write-review";
import { firstOf, loadSkill, skillMetadata, type SkillPageProps } from "../load-skill";
import { reviewAction } from "./actions";

export const dynamic = "force-dynamic";

export async function generateMetadata(props: SkillPageProps): Promise<Metadata> {
  const t = await getTranslations("skill.tabs");
  return skillMetadata(props, "reviews", t("reviews"));
}

export default async function SkillReviewsPage(props: SkillPageProps) {
  setRequestLocale((await props.params).locale);
  await recallWritten();
  const [data, query] = await Promise.all([loadSkill(props), props.searchParams]);
  const cursor = firstOf(query["after"]);
  const page = await listReviews(data.skill.id, { cursor }).catch((error: unknown) => {
    if (isDomainError(error, "REQUEST_INVALID")) notFound();
    throw error;
  });
  const path = skillPath(data.skill.slug, "reviews");
  const wrong = firstOf(query["field"]);
  const t = await getTranslations("reviews");
  return (
    <SkillFrame {...data} tab="reviews">
      <ReviewsTab
        page={page}
        path={path}
        outcome={
          <>
            <ProblemNote
              code={firstOf(query["problem"])}
              field={wrong}
              fields={[
                { name: "rating", id: "rating", label: t("rating") },
                { name: "text", id: "text", label: t("text") },
              ]}
            />
            <div role="status">{query["done"] === "1" ? <Note tone="ok" title={t("saved")} /> : null}</div>
          </>
        }
        form={<WriteSlot skill={data.skill} path={path} wrong={wrong} />}
      />
    </SkillFrame>
  );
}

/** The form for whoever may write, and otherwise why not. */
async function WriteSlot({
  skill,
  path,
  wrong,
}: {
  skill: SkillDetail;
  path: string;
  /** Name of the field that was refused. */
  wrong: string | undefined;
}) {
  const t = await getTranslations("reviews");
  const actor = await currentActor();
  const remark = (text: string) => <p className="pt-3 text-14 text-ink-2">{text}</p>;
  if (skill.claimStatus === "draft" || skill.claimStatus === "expired") return remark(t("draft"));
  if (!actor) {
    return (
      <p className="pt-3 text-14">
        <SiteLink className="link" href={`/sign-in?return=${encodeURIComponent(path)}`}>
          {t("sign-in")}
        </SiteLink>
      </p>
    );
  }
  if ([skill.publisher, ...skill.maintainers].includes(actor.username)) return remark(t("own"));
  const mine = await findOwnReview(skill.id, actor.accountId);
  return (
    <ReviewForm
      slug={skill.slug}
      mine={mine}
      maxCharacters={MAX_REVIEW_CHARACTERS}
      wrong={wrong}
      action={reviewAction}
    />
  );
}
