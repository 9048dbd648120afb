import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { createKeyAction, revokeKeyAction } from "@/app/[locale]/(account)/keys/actions";
import { NewKeyForm } from "@/components/account/new-key-form";
import { PageShell } from "@/components/site/page-shell";
import { When } from "@/components/ui/when";
import { currentActor } from "@/lib/auth/current-actor";
import { localizedPath } from "@/lib/i18n/paths";
import { listApiKeys } from "@/lib/identity/list-api-keys";

export const dynamic = "force-dynamic";

interface KeysProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: KeysProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "keys" });
  return { title: t("title"), robots: { index: false } };
}

export default async function KeysPage({ params }: KeysProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, "/sign-in?return=/keys"));
  const t = await getTranslations("keys");
  const keys = await listApiKeys(actor);
  const labels = {
    name: t("name"),
    nameNote: t("nameNote"),
    create: t("create"),
    once: t("once"),
    onceDetail: t("onceDetail"),
  };
  return (
    <PageShell path="/keys">
      <div className="wrap py-8">
        <div className="page-title">
          <div>
            <h1>{t("title")}</h1>
            <p className="max-w-[68ch]">{t("lead")}</p>
          </div>
        </div>
        <div className="grid max-w-[760px] gap-8 pt-6">
          <NewKeyForm action={createKeyAction} labels={labels} />
          {keys.length > 0 && (
            <table className="ledger w-full">
              <thead>
                <tr>
                  <th scope="col">{t("name")}</th>
                  <th scope="col">{t("begins")}</th>
                  <th scope="col">{t("made")}</th>
                  <th scope="col">{t("used")}</th>
                  <th scope="col" className="end">
                    {t("state")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {keys.map((key) => (
                  <tr key={key.id}>
                    <th scope="row">{key.name}</th>
                    <td className="mono">{key.prefix}…</td>
                    <td>
                      <When iso={key.createdAt} as="day" />
                    </td>
                    <td>{key.lastUsedAt ? <When iso={key.lastUsedAt} as="relative" /> : t("never")}</td>
                    <td className="end">
                      {key.revokedAt ? (
                        <span className="pill">{t("revoked")}</span>
                      ) : (
                        <form action={revokeKeyAction}>
                          <input type="hidden" name="id" value={key.id} />
                          <button type="submit" className="btn btn-sm btn-danger">
                            {t("revoke")}
                          </button>
                        </form>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      </div>
    </PageShell>
  );
}
