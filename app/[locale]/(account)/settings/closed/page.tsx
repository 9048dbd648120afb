import { unlistedPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import { PageShell } from "@/components/site/page-shell";
import { SiteLink } from "@/components/ui/site-link";

export const generateMetadata = unlistedPage("settings.closed");

/** Where whoever has closed their account is led: nobody is signed in here any more. */
export default async function ClosedPage() {
  const t = await getTranslations("settings.closed");
  return (
    <PageShell plain path="/settings/closed">
      <div className="wrap pt-16 pb-16">
        <h1 className="font-serif text-34 font-medium">{t("title")}</h1>
        <p className="mt-2 mb-4 max-w-[68ch] text-ink-2">{t("text")}</p>
        <p className="acts">
          <SiteLink className="btn" href="/docs/accounts">
            {t("guide")}
          </SiteLink>
          <SiteLink className="btn btn-quiet" href="/">
            {t("home")}
          </SiteLink>
        </p>
      </div>
    </PageShell>
  );
}
