import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { hideQuestionAction, showQuestionAction } from "@/app/[locale]/(account)/administration/actions";
import { AdministrationFrame } from "@/components/administration/administration-frame";
import { QuestionForm } from "@/components/administration/question-form";
import { SectionHead } from "@/components/ui/section-head";
import { When } from "@/components/ui/when";
import { listQuestions } from "@/lib/moderation/hide-question";
import { loadAdministrator, type AdministrationProps } from "../load-administrator";

export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: AdministrationProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "administration" });
  return { title: t("questions"), robots: { index: false } };
}

export default async function QuestionsPage({ params, searchParams }: AdministrationProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const outcome = await searchParams;
  const { actor, waiting, cases } = await loadAdministrator(locale, "/administration/questions", outcome);
  const [{ shown, hidden }, t] = await Promise.all([listQuestions(actor), getTranslations("administration")]);
  return (
    <AdministrationFrame section="questions" waiting={waiting} next={cases[0]} outcome={outcome}>
      <section aria-labelledby="questions" className="grid gap-4">
        <SectionHead id="questions" title={t("questions")} remark={t("questionsRemark")} />
        {shown.length === 0 ? <p className="text-14 text-ink-2">{t("noneShown")}</p> : null}
        <QuestionForm
          name="hide"
          action={hideQuestionAction}
          legend={t("shownQuestions")}
          questions={shown.map((query) => ({ query, text: query }))}
          another={t("anotherQuestion")}
          submit={t("hideQuestion")}
          effect={t("effect.hideQuestion")}
        />
      </section>
      <section aria-labelledby="hidden" className="grid gap-4 pb-12">
        <SectionHead id="hidden" title={t("hiddenQuestions")} />
        {hidden.length === 0 ? (
          <p className="text-14 text-ink-2">{t("noneHidden")}</p>
        ) : (
          <QuestionForm
            name="show"
            action={showQuestionAction}
            legend={t("hiddenQuestions")}
            questions={hidden.map(({ query, displayQuery, reason, hiddenAt }) => ({
              query,
              text: displayQuery,
              about: (
                <>
                  <When iso={hiddenAt.toISOString()} as="day" /> · {reason}
                </>
              ),
            }))}
            submit={t("showQuestion")}
            effect={t("effect.showQuestion")}
          />
        )}
      </section>
    </AdministrationFrame>
  );
}
