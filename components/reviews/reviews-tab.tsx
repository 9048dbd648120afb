import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/when";
import type { ReviewPage, ReviewView } from "@/lib/registry/reviews/list-reviews";

interface ReviewsTabProps {
  page: ReviewPage;
  path: string;
  /** What came of the review that was just sent. */
  outcome: ReactNode;
  form: ReactNode;
}

/** What others say about a skill, newest first, and the form or what stands in its place. */
export function ReviewsTab({ page, path, outcome, form }: ReviewsTabProps) {
  const t = useTranslations("reviews");
  const { average, count } = page.rating;
  return (
    <>
      <section className="part" aria-labelledby="reviews">
        <SectionHead
          id="reviews"
          title={t("title")}
          remark={average === null ? undefined : t("average", { average: average.toFixed(1), count })}
        />
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
      </section>
      <section className="part" aria-labelledby="write-review">
        <SectionHead id="write-review" title={t("write")} />
        <div className="not-empty:mt-3">{outcome}</div>
        {form}
      </section>
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
