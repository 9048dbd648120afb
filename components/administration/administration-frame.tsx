import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ConfirmedNote, KNOWN_PROBLEMS, ProblemNote, type NamedField } from "@/components/forms/problem-note";
import { refusedReason, caseAnchor, casePath, CaseAge } from "@/components/administration/case";
import { PageShell } from "@/components/site/page-shell";
import { Note } from "@/components/ui/note";
import { PageTitle } from "@/components/ui/page-parts";
import { SiteLink, NextLink } from "@/components/ui/site-link";
import type { WaitingCase } from "@/lib/moderation/list-waiting";
import type { Waiting } from "@/lib/moderation/waiting";

const SECTIONS = {
  overview: "",
  audits: "/audits",
  reports: "/reports",
  quarantine: "/quarantine",
  questions: "/questions",
  people: "/people",
} as const;

/** How the last act went, as the address says it; `field` is what was wrong in a form that was refused. */
export interface AdministrationOutcome {
  problem?: string;
  field?: string;
  done?: string;
  /** What was done is about: a skill, an account. */
  about?: string;
  /** What can take it back, where something can. */
  did?: string;
  /** What was decided. */
  decided?: string;
  confirmed?: string;
  /** Of several decided together, those that were not, and by which code each. */
  failed?: string;
  why?: string;
}

interface FrameProps {
  section: keyof typeof SECTIONS;
  outcome: AdministrationOutcome;
  /** The page, where that is not the section's own. */
  path?: string;
  /** What the forms of the page call the reason of a decision. */
  reason?: string;
  /** Fields of a form that there is once. */
  fields?: readonly NamedField[];
  /** How much waits on each page. */
  waiting: Waiting;
  /** What has waited longest of what the reader may decide about. */
  next: WaitingCase | undefined;
  children: ReactNode;
}

/** What the pages of administration share: their names, and how the last act went. */
export function AdministrationFrame({
  section,
  path = `/administration${SECTIONS[section]}`,
  outcome,
  reason = "",
  fields,
  waiting,
  next,
  children,
}: FrameProps) {
  const t = useTranslations("administration");
  const locale = useLocale();
  const names = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[];
  return (
    <PageShell path={path}>
      <div className="wrap grid gap-8">
        <PageTitle title={t("title")} />
        <nav className="tabs" aria-label={t("sections")}>
          {names.map((name) => (
            <SiteLink
              key={name}
              href={`/administration${SECTIONS[name]}`}
              aria-current={name === section ? "page" : undefined}
            >
              {t(name)}
              <Count number={waiting[name as keyof Waiting] ?? 0} />
            </SiteLink>
          ))}
        </nav>
        <ProblemNote
          code={outcome.problem}
          field={outcome.field}
          fields={[...refusedReason(reason), ...(fields ?? [])]}
        />
        {outcome.confirmed === "1" ? <ConfirmedNote /> : null}
        {outcome.done === "1" ? (
          <div role="status">
            <Note tone="ok" title={told(outcome, locale, t)} action={<TakeBack {...outcome} />} />
          </div>
        ) : null}
        <NotDecided {...outcome} />
        <NextCase next={next} />
        {children}
      </div>
    </PageShell>
  );
}

const DECISIONS = [
  "approve",
  "reject",
  "keep",
  "quarantine",
  "quarantine-author",
  "hide",
  "show",
  "release",
  "withdraw",
  "uphold",
  "dismiss",
  "grant",
  "deny",
  "enrol",
  "refuse",
  "upheld",
  "rejected",
] as const;

/** What was decided about whom. */
function told({ about, decided }: FrameProps["outcome"], locale: string, t: Translator): string {
  const names = namesIn(about);
  if (names.length === 0) return t("done");
  const name = new Intl.ListFormat(locale, { type: "unit" }).format(names);
  const decision = DECISIONS.find((each) => each === decided);
  return decision === undefined ? t("doneAbout", { name }) : t(`decided.${decision}`, { name });
}

/** Which of several were not decided, and why each. */
function NotDecided({ failed, why }: { failed?: string; why?: string }) {
  const t = useTranslations("administration");
  const problems = useTranslations("forms.problem");
  const codes = (why ?? "").split(",");
  const names = namesIn(failed);
  if (names.length === 0) return null;
  return (
    <div role="alert">
      <Note tone="bad" title={t("notDecided", { count: names.length })}>
        {names.map((name, index) => {
          const code = KNOWN_PROBLEMS.find((each) => each === codes[index]) ?? "DECISION_NOT_POSSIBLE";
          return (
            <span key={name} className="block">
              <b className="font-mono font-normal">{name}</b>: {problems(code)}
            </span>
          );
        })}
      </Note>
    </div>
  );
}

type Translator = ReturnType<typeof useTranslations<"administration">>;

/** Anybody can write an address that leads here: what stands in it is shown where it can be no sentence. */
const isName = (about: string | undefined): about is string =>
  /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(about ?? "");

const namesIn = (about: string | undefined): string[] => (about ?? "").split(",").filter(isName);

/** Where a decision can be taken back, by what it did. */
const TAKEN_BACK = {
  listed: "/administration/quarantine#skill",
  quarantined: "/administration/quarantine",
  enrolled: "/administration/audits#verifiers",
} as const;

/** The way to take back what was just decided; nothing for what is final. */
function TakeBack({ did, about }: { did?: string; about?: string }) {
  const t = useTranslations("administration");
  if (did !== "listed" && did !== "quarantined" && did !== "enrolled") return null;
  const place = did === "quarantined" && isName(about) ? `#${caseAnchor(about)}` : "";
  return (
    <SiteLink className="btn btn-sm" href={TAKEN_BACK[did] + place}>
      {t("takeBack")}
    </SiteLink>
  );
}

/** How much waits behind a tab; nothing when nothing does. */
function Count({ number }: { number: number }) {
  const t = useTranslations("administration");
  return number === 0 ? null : (
    <span>
      {number}
      <span className="vh"> {t("waiting")}</span>
    </span>
  );
}

/** What has waited longest of all kinds, since when, and the way there; nothing where nothing waits. */
function NextCase({ next }: { next: WaitingCase | undefined }) {
  const t = useTranslations("administration");
  if (!next) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border border-edge bg-surface px-4 py-3">
      <p className="min-w-0 wrap-anywhere">
        {t("next")} <b className="font-semibold">{t(`kind.${next.kind}`)}</b> · {next.name}{" "}
        <span className="text-14 text-ink-2">
          <CaseAge age={next} />
        </span>
      </p>
      <NextLink href={casePath(next)}>{t("openNext")}</NextLink>
    </div>
  );
}
