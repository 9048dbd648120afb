import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { feedAction, followAction } from "@/app/[locale]/following-actions";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { FollowButton } from "@/components/following/follow-form";
import { NewsList } from "@/components/following/news-list";
import { ProblemNote } from "@/components/forms/problem-note";
import { unlistedPage } from "@/components/site/page-metadata";
import { skillPath } from "@/components/skill/links";
import { CodeBlock } from "@/components/ui/code/code-block";
import { ItemList } from "@/components/ui/lists";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { findFeedKey } from "@/lib/catalogue/following/feed-address";
import { listFollowed, type FollowedRow } from "@/lib/catalogue/following/follow";
import { listNews, type NewsList as News } from "@/lib/catalogue/following/news";
import { describeNews } from "@/lib/catalogue/following/news-words";
import { isDomainError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/config/env";
import { FOLLOWING_PAGE, newsFeedPath } from "@/lib/platform/i18n/paths";
import type { PageProps } from "@/app/[locale]/page-props";

const PAGE_SIZE = 30;

export const generateMetadata = unlistedPage("following");

/** What somebody follows, what happened to it, and the address of its feed. */
export default async function FollowingPage(props: PageProps<Partial<Record<"cursor" | "problem", string>>>) {
  const {
    actor,
    frame,
    locale,
    query: { cursor, problem },
  } = await loadCreator(props, FOLLOWING_PAGE);
  const id = actor.accountId;
  const [t, followed, { news, next }, key] = await Promise.all([
    getTranslations("following"),
    listFollowed(id),
    readNews(id, cursor),
    findFeedKey(id),
  ]);
  return (
    <DashboardFrame {...frame} entry="following" path={FOLLOWING_PAGE} title={t("title")} lead={t("lead")}>
      <div className="mt-6">
        <ProblemNote code={problem} />
      </div>
      <PageSection id="news" title={t("news-title")} className="part">
        {news.length === 0 ? (
          <p className="pt-3 text-14 text-ink-2">{t(followed.length === 0 ? "nothing" : "none")}</p>
        ) : (
          <NewsList news={describeNews(news, locale)} />
        )}
        {cursor === undefined && next === null ? null : (
          <p className="flex gap-6 pt-3 text-14">
            {cursor === undefined ? null : (
              <SiteLink className="link" href={FOLLOWING_PAGE}>
                {t("newest")}
              </SiteLink>
            )}
            {next === null ? null : (
              <SiteLink className="link" href={`${FOLLOWING_PAGE}?cursor=${encodeURIComponent(next)}`}>
                {t("older")}
              </SiteLink>
            )}
          </p>
        )}
      </PageSection>
      {followed.length === 0 ? null : <FollowedList followed={followed} />}
      <Feed address={key === null ? null : env().APP_URL + newsFeedPath(key, locale)} />
    </DashboardFrame>
  );
}

/** The page that an address asks for; the first for one that asks for none. */
async function readNews(accountId: string, cursor: string | undefined): Promise<News> {
  const first = { limit: PAGE_SIZE };
  try {
    return await listNews(accountId, { ...first, cursor });
  } catch (error) {
    if (isDomainError(error, "REQUEST_INVALID")) return listNews(accountId, first);
    throw error;
  }
}

const PATHS = {
  skill: (name: string) => skillPath(name),
  publisher: (name: string) => `/people/${name}`,
  set: (name: string) => `/sets/${name}`,
} as const;

function FollowedList({ followed }: { followed: readonly FollowedRow[] }) {
  const t = useTranslations("following");
  return (
    <PageSection id="list" title={t("list")} className="mt-10">
      <ItemList>
        {followed.map(({ kind, name }) => (
          <li key={`${kind} ${name}`}>
            <span className="wrap-anywhere">
              <SiteLink className="link font-medium" href={PATHS[kind](name)}>
                {name}
              </SiteLink>{" "}
              <span className="text-13 text-ink-2">{t(`kinds.${kind}`)}</span>
            </span>
            <FollowButton followed={{ kind, name }} isFollowed inList act={followAction} />
          </li>
        ))}
      </ItemList>
    </PageSection>
  );
}

function Feed({ address }: { address: string | null }) {
  const t = useTranslations("following");
  return (
    <PageSection
      id="feed"
      title={t("feed")}
      more={
        <SiteLink className="link" href="/settings#mails">
          {t("mail-settings")}
        </SiteLink>
      }
      className="mt-10"
    >
      <p className="max-w-[68ch] pt-3 pb-3 text-14 text-ink-2">{t("feed-lead")}</p>
      {address === null ? null : <CodeBlock code={address} title={t("feed")} />}
      <form action={feedAction} className="flex flex-wrap gap-2 pt-3">
        <button type="submit" className="btn" name="act" value="make">
          {t(address === null ? "feed-make" : "feed-again")}
        </button>
        {address === null ? null : (
          <button type="submit" className="btn" name="act" value="end">
            {t("feed-end")}
          </button>
        )}
      </form>
    </PageSection>
  );
}
