import { unlistedPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import { hideQuestionAction, showQuestionAction } from "@/app/[locale]/(account)/administration/actions";
import {
  AdministrationFrame,
  type AdministrationOutcome,
} from "@/components/administration/administration-frame";
import { PageSection } from "@/components/ui/page-parts";
import { When } from "@/components/ui/values";
import { listQuestions } from "@/lib/moderation/hide-question";
import { loadAdministrator } from "../load-administrator";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { InputField, TextField } from "@/components/forms/field";
import { useFieldProblem } from "@/components/forms/problem-note";
import { writtenIn, wrongIn } from "@/components/forms/written-in";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("administration", "questions");

export default async function QuestionsPage(props: PageProps<AdministrationOutcome>) {
  const { actor, frame } = await loadAdministrator(props, "/administration/questions");
  const [{ shown, hidden }, t] = await Promise.all([listQuestions(actor), getTranslations("administration")]);
  return (
    <AdministrationFrame {...frame} section="questions">
      <PageSection id="questions" title={t("questions")} remark={t("questionsRemark")} className="grid gap-4">
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
      </PageSection>
      <PageSection id="hidden" title={t("hiddenQuestions")} className="grid gap-4 pb-12">
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
      </PageSection>
    </AdministrationFrame>
  );
}

const MAX_QUESTION_CHARACTERS = 80;

const MAX_REASON_CHARACTERS = 500;

interface QuestionFormProps {
  /** What the form is called, and its fields begin with. */
  name: string;
  action: (form: FormData) => Promise<void>;
  legend: string;
  /** Of which one is chosen; `query` is what is sent. */
  questions: readonly { query: string; text: string; about?: ReactNode }[];
  /** The label of a field for one that is not among them; left out, there is none. */
  another?: string;
  submit: string;
  /** What will happen because of it. */
  effect: string;
}

/** Chooses one of what people searched for, and says why it is to be shown or not. */
function QuestionForm(props: QuestionFormProps) {
  const { name, action, legend, questions, another, submit, effect } = props;
  const t = useTranslations("administration");
  const written = writtenIn(name);
  const problem = useFieldProblem(wrongIn(name));
  return (
    <form action={action} className="grid max-w-[720px] gap-4" data-keep-written>
      {questions.length === 0 ? null : (
        <fieldset className="grid max-h-[28rem] gap-2 overflow-y-auto">
          <legend className="vh">{legend}</legend>
          {questions.map(({ query, text, about }) => (
            <label key={query} className="check wrap-anywhere">
              <input
                type="radio"
                name="question"
                value={query}
                defaultChecked={written?.["question"] === query}
              />
              <span>
                {text}
                {about === undefined ? null : <span className="text-13 text-ink-2"> {about}</span>}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {another === undefined ? null : (
        <InputField
          id={`${name}-another`}
          name="another"
          label={another}
          maxLength={MAX_QUESTION_CHARACTERS}
          autoComplete="off"
          defaultValue={written?.["another"]}
          problem={problem("question", another)}
        />
      )}
      <TextField
        id={`${name}-reason`}
        name="reason"
        label={t("decision")}
        note={t("questionReasonNote")}
        maxLength={MAX_REASON_CHARACTERS}
        rows={2}
        required
        defaultValue={written?.["reason"]}
        problem={problem("reason", t("decision"))}
      />
      <div>
        <button type="submit" className="btn" aria-describedby={`${name}-effect`}>
          {submit}
        </button>
        <p id={`${name}-effect`} className="hint">
          {effect}
        </p>
      </div>
    </form>
  );
}
