import { useTranslations } from "next-intl";
import { skillPath } from "@/components/skill/links";
import { PageSection } from "@/components/ui/page-parts";
import { slot } from "@/components/ui/sentences";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import type { DecidedAbout } from "@/lib/moderation/list-decided-about";

/** What administrators decided about what is the reader's, in their words, and what can be done; nothing where nothing was. */
export function DecidedList({ decided }: { decided: readonly DecidedAbout[] }) {
  const t = useTranslations("dashboard.decided");
  if (decided.length === 0) return null;
  return (
    <PageSection id="decided" title={t("title")} remark={t("remark")} className="mt-10">
      <ul className="divide-y divide-line">
        {decided.map(({ what, name, reason, decidedAt }) => (
          <li key={`${what} ${name} ${decidedAt}`} className="grid max-w-[80ch] gap-1 py-3 text-14">
            <p>
              {t.rich(what, {
                name: slot(
                  <SiteLink
                    className="link font-medium wrap-anywhere"
                    href={what === "upheld-skill" ? skillPath(name) : `/sets/${name}`}
                  >
                    {name}
                  </SiteLink>,
                ),
                day: slot(<When iso={decidedAt} as="day" />),
              })}
            </p>
            <blockquote className="border-s-2 border-line-2 ps-3 whitespace-pre-line text-ink-2 wrap-anywhere">
              {reason}
            </blockquote>
            <p>{t(`${what}-do`)}</p>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
