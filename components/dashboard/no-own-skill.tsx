import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";

/** Said in place of a list or a form of own skills to who has none, with the way to the first. */
export function NoOwnSkill({ children }: { children: string }) {
  const t = useTranslations("dashboard");
  return (
    <p className="pt-3 text-14 text-ink-2">
      {children}{" "}
      <SiteLink className="link" href="/publish">
        {t("publish")}
      </SiteLink>
    </p>
  );
}
