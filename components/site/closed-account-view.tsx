import { useTranslations } from "next-intl";
import { EmptyStamp } from "@/components/marks/stamp";
import { PageShell } from "@/components/site/page-shell";
import { SiteLink } from "@/components/ui/site-link";

/** Says in place of a person's page that they have closed their account. */
export function ClosedAccountView({ username }: { username: string }) {
  const t = useTranslations("states.closed-account");
  const how = useTranslations("settings.closed")("guide");
  return (
    <PageShell plain path={`/people/${username}`}>
      <div className="wrap grid items-center gap-8 pt-16 pb-16 sm:grid-cols-[auto_1fr]">
        <EmptyStamp middle="410" below={t("stamp")} label={`410, ${t("stamp")}`} size={150} />
        <div className="max-w-[56ch]">
          <h1 className="font-serif text-34 font-medium">{t("title", { name: username })}</h1>
          <p className="mb-4 mt-2 text-ink-2">{t("text")}</p>
          <SiteLink className="link" href="/docs/accounts">
            {how}
          </SiteLink>
        </div>
      </div>
    </PageShell>
  );
}
