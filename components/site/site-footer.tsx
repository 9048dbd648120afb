import { useTranslations } from "next-intl";
import { Logo } from "@/components/marks/logo";
import { FOOTER } from "@/components/site/destinations";
import { LanguageLinks } from "@/components/site/language-links";
import { SiteLink } from "@/components/ui/site-link";
import packageJson from "@/package.json";

export function SiteFooter({ path }: { path: string }) {
  const t = useTranslations("common");
  return (
    <footer className="site-foot">
      <div className="wrap foot-grid">
        <div>
          <SiteLink className="brand" href="/" aria-label={t("nav.home")}>
            <Logo size={22} />
            <span lang="en">Emporion</span>
          </SiteLink>
          <p>{t("footer.about")}</p>
          <p>{t("footer.version", { version: packageJson.version })}</p>
        </div>
        {FOOTER.map((group) => (
          <nav key={group.key} aria-label={t(`footer.${group.key}`)}>
            <h2>{t(`footer.${group.key}`)}</h2>
            {group.links.map(({ key, href }) => (
              <SiteLink key={key} href={href}>
                {t(`nav.${key}`)}
              </SiteLink>
            ))}
          </nav>
        ))}
        <nav aria-label={t("language.label")}>
          <h2>{t("language.label")}</h2>
          <LanguageLinks path={path} />
        </nav>
      </div>
    </footer>
  );
}
