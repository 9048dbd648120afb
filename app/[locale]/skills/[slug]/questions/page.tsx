import { SendButton } from "@/components/forms/send-button";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { answerAction, askAction, withdrawPostAction } from "@/app/[locale]/skills/[slug]/actions";
import { TextField } from "@/components/forms/field";
import { ProblemNote, useFieldProblem } from "@/components/forms/problem-note";
import { writtenIn } from "@/components/forms/written-in";
import { skillPath } from "@/components/skill/links";
import { SkillFrame } from "@/components/skill/skill-frame";
import { Note } from "@/components/ui/note";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { isDomainError } from "@/lib/kernel/errors";
import { feedPath } from "@/lib/platform/i18n/paths";
import {
  getQuestion,
  listQuestions,
  type PostView,
  type QuestionView,
} from "@/lib/registry/questions/list-questions";
import { MAX_POST_CHARACTERS } from "@/lib/registry/questions/write-post";
import { currentActor } from "@/lib/web/auth/current-actor";
import { firstOf, loadSkill, skillMetadata, type SkillPageProps } from "../load-skill";

const ON_A_PAGE = 10;

export async function generateMetadata(props: SkillPageProps): Promise<Metadata> {
  const t = await getTranslations("skill.tabs");
  return skillMetadata(props, "questions", t("questions"));
}

/** What is asked about a skill; with `?question=` one question, all its answers, and what can be done about them. */
export default async function SkillQuestionsPage(props: SkillPageProps) {
  await recallWritten();
  const [data, query, actor] = await Promise.all([loadSkill(props), props.searchParams, currentActor()]);
  const { skill } = data;
  const [asked, cursor] = [firstOf(query["question"]), firstOf(query["after"])];
  const shown = await read(skill.id, asked, cursor);
  const t = await getTranslations("questions");
  const label = t(asked === undefined ? "text" : "answer-text");
  const wrong = firstOf(query["field"]);
  const place: Place = {
    slug: skill.slug,
    question: asked,
    reader: actor?.username ?? null,
    draft: skill.claimStatus === "draft" || skill.claimStatus === "expired",
    wrong,
    outcome: (
      <>
        <ProblemNote
          code={firstOf(query["problem"])}
          field={wrong}
          fields={[{ name: "text", id: "text", label }]}
        />
        <div role="status">
          {query["done"] === "1" ? <Note tone="ok" title={t("saved")} /> : null}
          {query["withdrawn"] === "1" ? <Note tone="ok" title={t("took-back")} /> : null}
        </div>
      </>
    ),
  };
  return (
    <SkillFrame {...data} tab="questions">
      {"question" in shown ? (
        <OneQuestion {...shown} place={place} />
      ) : (
        <QuestionList {...shown} place={place} />
      )}
    </SkillFrame>
  );
}

async function read(skill: string, asked: string | undefined, cursor: string | undefined) {
  try {
    return asked === undefined
      ? await listQuestions(skill, { cursor, limit: ON_A_PAGE })
      : await getQuestion(skill, asked, { cursor });
  } catch (error) {
    if (isDomainError(error, "REQUEST_INVALID") || isDomainError(error, "NOT_FOUND")) notFound();
    throw error;
  }
}

interface Place {
  slug: string;
  /** The question that is shown; undefined where the list is. */
  question: string | undefined;
  /** User name of who looks at it. */
  reader: string | null;
  /** Nobody answers for the skill yet. */
  draft: boolean;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  /** What came of what was just sent. */
  outcome: ReactNode;
}

const questionPath = (slug: string, id: string) => `${skillPath(slug, "questions")}?question=${id}`;

interface QuestionListProps {
  questions: readonly QuestionView[];
  nextCursor: string | null;
  place: Place;
}

function QuestionList({ questions, nextCursor, place }: QuestionListProps) {
  const t = useTranslations("questions");
  const locale = useLocale();
  const { slug } = place;
  return (
    <>
      <PageSection
        id="questions"
        title={t("title")}
        className="part"
        more={
          <a className="link" href={feedPath("questions", { locale, slug })} rel="nofollow">
            {t("feed")}
          </a>
        }
      >
        <p className="max-w-[70ch] pt-3 text-13 text-ink-2">{t("lead")}</p>
        {questions.length === 0 ? <p className="pt-3 text-14 text-ink-2">{t("none")}</p> : null}
        <ul className="divide-y divide-line">
          {questions.map((question) => (
            <li key={question.id} id={question.id} className="grid gap-3 py-4">
              <Post post={question} />
              <Answers answers={question.answers} />
              <p className="text-14">
                <SiteLink className="link" href={questionPath(slug, question.id)} rel="nofollow">
                  {t("open", { count: question.answersCount })}
                </SiteLink>
              </p>
            </li>
          ))}
        </ul>
        {nextCursor === null ? null : (
          <p className="pt-3 text-14">
            <SiteLink
              className="link"
              href={`${skillPath(slug, "questions")}?after=${nextCursor}`}
              rel="nofollow"
            >
              {t("older")}
            </SiteLink>
          </p>
        )}
      </PageSection>
      <PageSection id="write" title={t("ask")} className="part">
        <Write place={place} />
      </PageSection>
    </>
  );
}

interface OneQuestionProps {
  question: QuestionView;
  nextCursor: string | null;
  place: Place;
}

function OneQuestion({ question, nextCursor, place }: OneQuestionProps) {
  const t = useTranslations("questions");
  const { slug } = place;
  return (
    <>
      <PageSection
        id="questions"
        title={t("title")}
        remark={t("answers", { count: question.answersCount })}
        className="part"
        more={
          <SiteLink className="link" href={skillPath(slug, "questions")}>
            {t("all")}
          </SiteLink>
        }
      >
        <div id={question.id} className="grid gap-3 py-4">
          <Post post={question} acts={<Acts post={question} place={place} />} />
          <Answers answers={question.answers} place={place} />
          {nextCursor === null ? null : (
            <p className="text-14">
              <SiteLink
                className="link"
                href={`${questionPath(slug, question.id)}&after=${nextCursor}`}
                rel="nofollow"
              >
                {t("more")}
              </SiteLink>
            </p>
          )}
        </div>
      </PageSection>
      {question.text === null ? null : (
        <PageSection id="write" title={t("answer")} className="part">
          <Write place={place} />
        </PageSection>
      )}
    </>
  );
}

interface AnswersProps {
  answers: readonly PostView[];
  /** Where something can be done about them. */
  place?: Place;
}

function Answers({ answers, place }: AnswersProps) {
  if (answers.length === 0) return null;
  return (
    <ul className="grid gap-3 border-s-3 border-line ps-4">
      {answers.map((answer) => (
        <li key={answer.id} id={answer.id}>
          <Post post={answer} acts={place ? <Acts post={answer} place={place} /> : null} />
        </li>
      ))}
    </ul>
  );
}

function Post({ post: { username, role, createdAt, text }, acts }: { post: PostView; acts?: ReactNode }) {
  const t = useTranslations("questions");
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline gap-2 text-14 text-ink-2">
        {username === null ? null : (
          <SiteLink className="font-semibold text-ink" href={`/people/${encodeURIComponent(username)}`}>
            {username}
          </SiteLink>
        )}
        {role === null ? null : <span className="pill">{t(role)}</span>}
        <When iso={createdAt} as="day" />
        {acts}
      </p>
      {text === null ? (
        <p className="text-14 text-ink-2">{t("gone")}</p>
      ) : (
        <p className="max-w-[70ch] whitespace-pre-line wrap-anywhere">{text}</p>
      )}
    </div>
  );
}

/** Taking back what is one's own; reporting what others wrote. */
function Acts({ post: { id, username, text }, place }: { post: PostView; place: Place }) {
  const t = useTranslations("questions");
  const { slug, question, reader } = place;
  if (text === null || username === null) return null;
  if (username !== reader) {
    return (
      <SiteLink
        className="link ms-auto"
        href={`${skillPath(slug)}/report?post=${id}`}
        rel="nofollow"
        aria-label={t("of", { what: t("report"), name: username })}
      >
        {t("report")}
      </SiteLink>
    );
  }
  return (
    <form action={withdrawPostAction} className="ms-auto">
      <input type="hidden" name="skill" value={slug} />
      <input type="hidden" name="post" value={id} />
      <input type="hidden" name="question" value={question ?? id} />
      <button type="submit" className="btn btn-sm">
        {t("take-back")}
      </button>
    </form>
  );
}

/** The form for whoever may write, and otherwise why not. */
function Write({ place }: { place: Place }) {
  const t = useTranslations("questions");
  const { slug, question, reader, draft, wrong, outcome } = place;
  const problem = useFieldProblem(wrong);
  const label = t(question === undefined ? "text" : "answer-text");
  const path = question === undefined ? skillPath(slug, "questions") : questionPath(slug, question);
  return (
    <>
      <div className="not-empty:mt-3">{outcome}</div>
      {draft ? (
        <p className="pt-3 text-14 text-ink-2">{t("draft")}</p>
      ) : reader === null ? (
        <p className="pt-3 text-14">
          <SiteLink className="link" href={`/sign-in?return=${encodeURIComponent(path)}`}>
            {t("sign-in")}
          </SiteLink>
        </p>
      ) : (
        <form
          action={question === undefined ? askAction : answerAction}
          className="grid max-w-[560px] gap-4 pt-4"
        >
          <input type="hidden" name="skill" value={slug} />
          {question === undefined ? null : <input type="hidden" name="question" value={question} />}
          <TextField
            id="text"
            name="text"
            label={label}
            note={t("public")}
            maxLength={MAX_POST_CHARACTERS}
            required
            defaultValue={writtenIn("post")?.["text"]}
            problem={problem("text", label)}
          />
          <SendButton>{t(question === undefined ? "send" : "send-answer")}</SendButton>
        </form>
      )}
    </>
  );
}
