import { SendButton } from "@/components/forms/send-button";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { ProblemNote, useFieldProblem } from "@/components/forms/problem-note";
import { SkillFrame } from "@/components/skill/skill-frame";
import { skillPath } from "@/components/skill/links";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { currentActor } from "@/lib/web/auth/current-actor";
import { isDomainError } from "@/lib/kernel/errors";
import type { SkillDetail } from "@/lib/registry/views";
import {
  findOwnReview,
  listReviews,
  type OwnReview,
  type ReviewPage,
  type ReviewView,
} from "@/lib/registry/reviews/list-reviews";
import { MAX_REVIEW_CHARACTERS } from "@/lib/registry/reviews/write-review";
import { firstOf, loadSkill, skillMetadata, type SkillPageProps } from "../load-skill";
import { reviewAction } from "@/app/[locale]/skills/[slug]/actions";
import { useTranslations } from "next-intl";
import { SelectField, TextField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";
import type { ReactNode } from "react";
import { PageSection } from "@/components/ui/page-parts";
import { When } from "@/components/ui/values";
import { asViewer } from "@/lib/web/auth/as-viewer";

export async function generateMetadata(props: SkillPageProps): Promise<Metadata> {
  const t = await getTranslations("skill.tabs");
  return skillMetadata(props, "reviews", t("reviews"));
}

export default async function SkillReviewsPage(props: SkillPageProps) {
  await recallWritten();
  const [data, query] = await Promise.all([loadSkill(props), props.searchParams]);
  const cursor = firstOf(query["after"]);
  const page = await asViewer(() => listReviews(data.skill.id, { cursor })).catch((error: unknown) => {
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

const STARS = [5, 4, 3, 2, 1];

interface ReviewFormProps {
  slug: string;
  mine: OwnReview | null;
  maxCharacters: number;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  action: (form: FormData) => Promise<void>;
}

/** Writes a review, or changes the one the account has written. */
function ReviewForm({ slug, mine, maxCharacters, wrong, action }: ReviewFormProps) {
  const t = useTranslations("reviews");
  const problem = useFieldProblem(wrong);
  const written = writtenIn("review");
  return (
    <form action={action} className="grid max-w-[560px] gap-4 pt-4">
      <input type="hidden" name="skill" value={slug} />
      <SelectField
        id="rating"
        name="rating"
        label={t("rating")}
        options={[
          { value: "", text: t("choose") },
          ...STARS.map((stars) => ({ value: String(stars), text: t("stars", { count: stars }) })),
        ]}
        defaultValue={written ? (written["rating"] ?? "") : String(mine?.rating ?? "")}
        problem={problem("rating", t("rating"))}
      />
      <TextField
        id="text"
        name="text"
        label={t("text")}
        note={t("optional")}
        maxLength={maxCharacters}
        defaultValue={written ? (written["text"] ?? "") : (mine?.text ?? undefined)}
        problem={problem("text", t("text"))}
      />
      <SendButton>{mine === null ? t("send") : t("change")}</SendButton>
    </form>
  );
}

interface ReviewsTabProps {
  page: ReviewPage;
  path: string;
  /** What came of the review that was just sent. */
  outcome: ReactNode;
  form: ReactNode;
}

/** What others say about a skill, newest first, and the form or what stands in its place. */
function ReviewsTab({ page, path, outcome, form }: ReviewsTabProps) {
  const t = useTranslations("reviews");
  const { average, count } = page.rating;
  return (
    <>
      <PageSection
        id="reviews"
        title={t("title")}
        remark={average === null ? undefined : t("average", { average: average.toFixed(1), count })}
        className="part"
      >
        <p className="max-w-[70ch] pt-3 text-13 text-ink-2">
          {t("counted")}{" "}
          <SiteLink className="link" href="/docs/quality-signals#calls-that-count">
            {t("how-counted")}
          </SiteLink>
        </p>
        {page.reviews.length === 0 ? <p className="pt-3 text-14 text-ink-2">{t("none")}</p> : null}
        <ul className="divide-y divide-line">
          {page.reviews.map((review) => (
            <ReviewItem key={review.id} review={review} />
          ))}
        </ul>
        {page.nextCursor === null ? null : (
          <p className="pt-3 text-14">
            <SiteLink className="link" href={`${path}?after=${page.nextCursor}`} rel="nofollow">
              {t("older")}
            </SiteLink>
          </p>
        )}
      </PageSection>
      <PageSection id="write-review" title={t("write")} className="part">
        <div className="not-empty:mt-3">{outcome}</div>
        {form}
      </PageSection>
    </>
  );
}

function ReviewItem({ review }: { review: ReviewView }) {
  const t = useTranslations("reviews");
  return (
    <li className="grid gap-1 py-4">
      <p className="flex flex-wrap gap-2 text-14 text-ink-2">
        <Stars rating={review.rating} />
        <b className="font-semibold text-ink">{review.username}</b>
        <When iso={review.updatedAt} as="day" />
        {review.verifiedBuyer ? <span className="pill">{t("verified")}</span> : null}
        {review.writtenBy === "agent" ? <span className="pill">{t("agent")}</span> : null}
      </p>
      {review.text === null ? null : (
        <p className="max-w-[70ch] whitespace-pre-line wrap-anywhere">{review.text}</p>
      )}
    </li>
  );
}

const MOST = 5;

/** Stars to look at, and their number for those who listen. */
function Stars({ rating }: { rating: number }) {
  const t = useTranslations("reviews");
  return (
    <span>
      <span aria-hidden="true">{"★".repeat(rating) + "☆".repeat(MOST - rating)}</span>
      <span className="vh">{t("stars", { count: rating })}</span>
    </span>
  );
}
