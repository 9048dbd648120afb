import { ActOutcome, type ActQuery } from "@/components/forms/act-outcome";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { saveSetAction, withdrawSetAction } from "@/app/[locale]/(creator)/dashboard/sets/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { SetList } from "@/components/sets/set-list";
import { SaveSetForm, WithdrawSetForm } from "@/components/sets/set-forms";
import { SectionHead } from "@/components/ui/page-parts";
import { MAX_SET_TEXT } from "@/lib/registry/sets/read-set-text";
import { listOwnSets, MAX_PARTS, MAX_SET_NAME_CHARACTERS } from "@/lib/registry/sets/save-set";
import type { PageProps } from "@/app/[locale]/page-props";

export async function generateMetadata({ params }: PageProps<ActQuery>): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "sets" });
  return { title: t("title"), robots: { index: false } };
}

/** Where somebody makes sets of skills, saves their next versions and withdraws them. */
export default async function SetsPage(props: PageProps<ActQuery>) {
  const { actor, frame, query: asked } = await loadCreator(props, "/dashboard/sets");
  // Of a list the whole field is wrong.
  const wrong = asked.field?.split("/", 1)[0];
  const query = wrong === undefined ? asked : { ...asked, field: wrong };
  const [t, sets] = await Promise.all([getTranslations("sets"), listOwnSets(actor.accountId)]);
  const most = { parts: MAX_PARTS, name: MAX_SET_NAME_CHARACTERS, text: MAX_SET_TEXT };
  return (
    <DashboardFrame {...frame} entry="skills" path="/dashboard/sets" title={t("title")} lead={t("lead")}>
      <ActOutcome
        query={query}
        did={query.done && t("done")}
        fields={[
          { name: "name", id: "set-name", label: t("name"), refused: t("name-wrong") },
          { name: "description", id: "set-description", label: t("description"), refused: t("wrong") },
          { name: "parts", id: "set-parts", label: t("skills"), refused: t("skills-wrong") },
        ]}
      />
      <section className="part" aria-labelledby="yours">
        <SectionHead id="yours" title={t("yours")} />
        {sets.length === 0 ? <p className="pt-3 text-14 text-ink-2">{t("none")}</p> : null}
        <SetList sets={sets} />
      </section>
      <SaveSetForm wrong={wrong} most={most} save={saveSetAction} />
      {sets.length === 0 ? null : (
        <WithdrawSetForm sets={sets.map(({ name }) => name)} withdraw={withdrawSetAction} />
      )}
    </DashboardFrame>
  );
}
