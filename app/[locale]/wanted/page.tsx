import { publicPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import { PageShell } from "@/components/site/page-shell";
import { PageTitle } from "@/components/ui/page-parts";
import { listWanted } from "@/lib/catalogue/list-wanted";
import { Fragment } from "react";
import { useLocale, useTranslations } from "next-intl";
import { skillPath } from "@/components/skill/links";
import { Empty } from "@/components/ui/note";
import { LineList } from "@/components/ui/lists";
import { SentenceSpace, slot } from "@/components/ui/sentences";
import { SiteLink } from "@/components/ui/site-link";
import { WishLine } from "@/components/wanted/wish-line";
import { systemClock } from "@/lib/kernel/clock";
import { formatRelative } from "@/lib/platform/i18n/format";

const SHOWN = 200;

export const generateMetadata = publicPage("/wanted", "wanted");

export default async function WantedPage() {
  const [wishes, t] = await Promise.all([
    listWanted({ limit: SHOWN, matched: true }),
    getTranslations("wanted"),
  ]);
  return (
    <PageShell plain path="/wanted" section="wanted">
      <div className="wrap">
        <PageTitle title={t("title")} lead={t("lead")} />
        <div className="max-w-[960px]">
          <Wishes wishes={wishes} />
        </div>
      </div>
    </PageShell>
  );
}

const NAMES = { keyword: "q", capability: "capability" };

interface CountedQuery {
  kind: keyof typeof NAMES;
  query: string;
  searches: number;
  lastAskedAt: string;
  /** Skills published since that answer it, newest first. */
  matchedSlugs: readonly string[];
}

/** What was searched for in vain, most asked first; each line searches again, and names what has answered it since. */
function Wishes({ wishes }: { wishes: readonly CountedQuery[] }) {
  const t = useTranslations("wanted");
  if (wishes.length === 0) {
    return (
      <div className="mt-8">
        <Empty
          title={t("empty-title")}
          actions={
            <SiteLink className="btn btn-sm" href="/skills">
              {t("browse")}
            </SiteLink>
          }
        >
          {t("empty")}
        </Empty>
      </div>
    );
  }
  return (
    <>
      <LineList className="mt-8 border-t border-edge">
        {wishes.map((wish) => (
          <WishItem key={`${wish.kind} ${wish.query}`} wish={wish} />
        ))}
      </LineList>
      <div className="acts">
        <SiteLink className="btn btn-sm btn-primary" href="/publish">
          {t("publish")}
        </SiteLink>
      </div>
    </>
  );
}

function WishItem({ wish }: { wish: CountedQuery }) {
  const t = useTranslations("wanted");
  const when = formatRelative(wish.lastAskedAt, useLocale(), systemClock.now().getTime());
  return (
    <WishLine
      query={wish.query}
      href={`/skills?${NAMES[wish.kind]}=${encodeURIComponent(wish.query)}`}
      heading="h2"
      asked={t("searches", { count: wish.searches })}
    >
      {t("last", { when })}
      <SentenceSpace />
      {wish.matchedSlugs.length === 0
        ? null
        : t.rich("answered", {
            skills: slot(
              wish.matchedSlugs.map((slug, index) => (
                <Fragment key={slug}>
                  {index > 0 ? ", " : null}
                  <SiteLink className="link" href={skillPath(slug)}>
                    {slug}
                  </SiteLink>
                </Fragment>
              )),
            ),
          })}
    </WishLine>
  );
}
