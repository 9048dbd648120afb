import { useLocale, useTranslations } from "next-intl";
import { skillPath } from "@/components/skill/skill-path";
import { Empty } from "@/components/ui/empty";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/slot";
import { systemClock } from "@/lib/clock";
import { formatRelative } from "@/lib/i18n/format-date";

interface Wish {
  query: string;
  searches: number;
  lastAskedAt: string;
  /** A skill published since that answers it. */
  matchedSlug: string | null;
}

/** What was searched for in vain, most asked first; each line searches again, and names what has answered it since. */
export function Wishes({ wishes }: { wishes: readonly Wish[] }) {
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
      <ul className="wanted mt-8 border-t border-edge">
        {wishes.map((wish) => (
          <WishItem key={wish.query} wish={wish} />
        ))}
      </ul>
      <div className="acts">
        <SiteLink className="btn btn-sm btn-primary" href="/publish">
          {t("publish")}
        </SiteLink>
      </div>
    </>
  );
}

function WishItem({ wish }: { wish: Wish }) {
  const t = useTranslations("wanted");
  const when = formatRelative(wish.lastAskedAt, useLocale(), systemClock.now().getTime());
  return (
    <li>
      <h2>
        <SiteLink href={`/skills?q=${encodeURIComponent(wish.query)}`}>{wish.query}</SiteLink>
      </h2>
      <span className="asked">
        <small>{t("searches", { count: wish.searches })}</small>
      </span>
      <p>
        {t("last", { when })}{" "}
        {wish.matchedSlug === null
          ? null
          : t.rich("answered", {
              skill: slot(
                <SiteLink className="link" href={skillPath(wish.matchedSlug)}>
                  {wish.matchedSlug}
                </SiteLink>,
              ),
            })}
      </p>
    </li>
  );
}
