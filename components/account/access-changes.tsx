import { useTranslations } from "next-intl";
import { ItemList } from "@/components/ui/item-list";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/when";
import type { AccessChangeView } from "@/lib/events/notices/list-access-changes";

/** What changed lately about who gets into an account, and whom its skills pay: each leads to where it is undone. */
export function AccessChanges({ changes }: { changes: readonly AccessChangeView[] }) {
  const t = useTranslations("settings.access");
  return (
    <>
      <p className="max-w-[68ch] text-14 text-ink-2">{t("lead")}</p>
      {changes.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("none")}</p>
      ) : (
        <>
          <p className="pt-3 text-14">{t("unknown")}</p>
          <ItemList>
            {changes.map(({ change, what, skill, by, with: given, at, path }) => (
              <li key={`${at} ${change} ${what ?? ""}`}>
                <div className="min-w-0 text-14">
                  <SiteLink className="link wrap-anywhere" href={path}>
                    {t(change, { what: what ?? "", skill: skill ?? "" })}
                  </SiteLink>
                  <p className="wrap-anywhere">
                    <When iso={at} as="second" /> · {t(`by-${by}`, { with: given ?? "" })}
                  </p>
                </div>
              </li>
            ))}
          </ItemList>
        </>
      )}
    </>
  );
}
