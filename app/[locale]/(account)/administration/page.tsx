import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { decideAction, enrolAction } from "@/app/[locale]/(account)/administration/actions";
import { AdministrationFrame } from "@/components/administration/administration-frame";
import { SectionHead } from "@/components/ui/section-head";
import { When } from "@/components/ui/when";
import { listVerifiers } from "@/lib/audits/enrol-verifier";
import { listQuarantine } from "@/lib/registry/decide-caution";
import { loadAdministrator, type AdministrationProps } from "./load-administrator";

export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: AdministrationProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "administration" });
  return { title: t("title"), robots: { index: false } };
}

export default async function AdministrationPage({ params, searchParams }: AdministrationProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const actor = await loadAdministrator(locale, "/administration");
  return (
    <AdministrationFrame section="overview" outcome={await searchParams}>
      <Verifiers />
      <Held accountId={actor.accountId} />
    </AdministrationFrame>
  );
}

async function Verifiers() {
  const t = await getTranslations("administration");
  const verifiers = await listVerifiers();
  return (
    <section aria-labelledby="verifiers">
      <SectionHead id="verifiers" title={t("verifiers")} remark={t("verifiersRemark")} />
      <table className="ledger w-full">
        <thead>
          <tr>
            <th scope="col">{t("name")}</th>
            <th scope="col">{t("wallet")}</th>
            <th scope="col" className="end">
              {t("since")}
            </th>
          </tr>
        </thead>
        <tbody>
          {verifiers.map((verifier) => (
            <tr key={verifier.address}>
              <th scope="row">{verifier.displayName}</th>
              <td className="mono wrap-anywhere">{verifier.address}</td>
              <td className="end">
                {verifier.revokedAt ? t("ended") : <When iso={verifier.enrolledAt} as="day" />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <form action={enrolAction} className="mt-6 grid max-w-[560px] gap-4">
        <div className="field">
          <label className="field-label" htmlFor="address">
            {t("wallet")} <span>{t("walletNote")}</span>
          </label>
          <input
            id="address"
            name="address"
            className="input font-mono"
            required
            maxLength={44}
            autoComplete="off"
          />
        </div>
        <div className="field">
          <label className="field-label" htmlFor="name">
            {t("name")} <span>{t("nameNote")}</span>
          </label>
          <input id="name" name="name" className="input" required maxLength={80} autoComplete="off" />
        </div>
        <div>
          <button type="submit" className="btn btn-primary">
            {t("enrol")}
          </button>
        </div>
      </form>
    </section>
  );
}

async function Held({ accountId }: { accountId: string }) {
  const t = await getTranslations("administration");
  const held = await listQuarantine({ accountId });
  return (
    <section aria-labelledby="held">
      <SectionHead id="held" title={t("held")} remark={t("heldRemark")} />
      {held.length === 0 && <p className="py-3 text-14 text-ink-2">{t("noneHeld")}</p>}
      <ul className="divide-y divide-line">
        {held.map((version) => (
          <li key={version.id} className="grid gap-3 py-4">
            <p>
              <b className="font-semibold">{version.skill.slug}</b>{" "}
              <span className="font-mono">{version.version}</span>{" "}
              <span className="text-14 text-ink-2">
                {version.skill.owner?.username} · {version.vettingJobs[0]?.summary}
              </span>
            </p>
            <form action={decideAction} className="flex flex-wrap items-end gap-3">
              <input type="hidden" name="version" value={version.id} />
              <div className="field grow">
                <label className="field-label" htmlFor={`reason-${version.id}`}>
                  {t("reason")} <span>{t("reasonNote")}</span>
                </label>
                <input id={`reason-${version.id}`} name="reason" className="input" maxLength={500} />
              </div>
              <button type="submit" name="decision" value="approve" className="btn btn-primary">
                {t("approve")}
              </button>
              <button type="submit" name="decision" value="reject" className="btn btn-danger">
                {t("reject")}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
