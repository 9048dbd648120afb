import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";

/**
 * Shown only where the whole page of `not-found-page` could not be had (processes/pages/send-pages.ts). Next sends it along
 * with every other page, to be there for scripts, so it is as small as can be.
 */
export default function NotFound() {
  const t = useTranslations();
  return (
    <main id="main" className="wrap pt-16">
      <h1 className="font-serif text-34 font-medium">{t("states.not-found.title")}</h1>
      <p className="mb-4 mt-2 text-ink-2">{t("states.not-found.text")}</p>
      <SiteLink className="link" href="/">
        {t("common.nav.home")}
      </SiteLink>
    </main>
  );
}
