import { useTranslations, useLocale } from "next-intl";
import type { ReactNode } from "react";
import { TrustMark } from "@/components/marks/audit-mark";
import { PageShell } from "@/components/site/page-shell";
import { skillPath } from "@/components/skill/links";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";

interface ClaimFrameProps {
  /** Path of the page without a language, its token included. */
  path: string;
  /** A word above the title. */
  waiting?: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** What a person decides, and beside it, or below it on a phone, what the decision is about. */
export function ClaimColumns({ children }: { children: ReactNode }) {
  return (
    <div className="mt-9 max-[48rem]:*:not-first:mt-9 min-[48rem]:grid min-[48rem]:grid-cols-[minmax(0,1fr)_380px] min-[48rem]:items-start min-[48rem]:gap-14">
      {children}
    </div>
  );
}

/** The frame of all claim pages: one narrow column under a large title. */
export function ClaimFrame({ path, waiting, title, lead, children }: ClaimFrameProps) {
  return (
    <PageShell path={path}>
      <div className="wrap">
        <div className="mx-auto max-w-[1000px] pt-8 pb-16 sm:pt-11">
          {waiting === undefined ? null : (
            <p className="flex items-center gap-2 text-14">
              <TrustMark level="sandbox" size={20} />
              {waiting}
            </p>
          )}
          <h1 className="mt-3 font-serif text-34 leading-[1.08] font-medium tracking-[-0.024em] wrap-anywhere sm:text-44">
            {title}
          </h1>
          {lead === undefined ? null : <p className="mt-3 max-w-[60ch] text-18 text-ink-2">{lead}</p>}
          {children}
        </div>
      </div>
    </PageShell>
  );
}

const STEPS = ["one", "two", "three"] as const;

/** The whole way at once: confirm, open the link, own it. `current` is the step the reader is at, 1 to 3. */
export function ClaimSteps({ current }: { current: 1 | 2 | 3 }) {
  const t = useTranslations("claim.steps");
  return (
    <ol
      className="mt-7.5 grid grid-cols-[minmax(0,1fr)] border-y border-edge min-[48rem]:grid-cols-3"
      aria-label={t("label")}
    >
      {STEPS.map((step, index) => (
        <li
          key={step}
          className="group flex gap-3.5 pt-3.5 pb-3.75 not-first:border-t not-first:border-line min-[48rem]:not-first:border-s min-[48rem]:not-first:border-t-0 min-[48rem]:not-first:ps-4.5"
          aria-current={index + 1 === current ? "step" : undefined}
        >
          <span
            className="font-serif text-26 leading-[1.1] font-medium text-ink-3 group-aria-[current]:text-accent"
            aria-hidden="true"
          >
            {index + 1}
          </span>
          <span>
            <b className="block">{t(step)}</b>
            <span className="text-14 text-ink-2">{t(`${step}-text`)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

interface ConfirmBoxProps {
  /** Where the button sends: the page's own address. */
  action: string;
  token: string;
  label: string;
  careful: string;
  children: ReactNode;
}

/**
 * One button that finishes what a mailed link began. Opening the link changes nothing, because mail scanners and
 * previews open links too.
 */
export function ConfirmBox({ action, token, label, careful, children }: ConfirmBoxProps) {
  return (
    <form method="post" action={action} className="border border-edge bg-surface p-5 sm:p-6">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="locale" value={useLocale()} />
      {children}
      <button
        type="submit"
        className="btn btn-primary btn-lg mt-4 w-full py-2 text-center whitespace-normal wrap-anywhere"
      >
        {label}
      </button>
      <p className="mt-3 text-12 text-ink-3">{careful}</p>
    </form>
  );
}

interface ClaimNextProps {
  slug: string | null;
  token: string;
  /** The account has no password yet. */
  maySetPassword: boolean;
}

/** What can be done once a claim is finished. */
export function ClaimNext({ slug, token, maySetPassword }: ClaimNextProps) {
  const t = useTranslations("claim.next");
  return (
    <>
      {maySetPassword ? (
        <SiteLink
          className="btn btn-primary"
          href={`/drafts/claim-agent-complete?token=${encodeURIComponent(token)}`}
        >
          {t("password")}
        </SiteLink>
      ) : (
        <SiteLink className="btn btn-primary" href="/login">
          {t("sign-in")}
        </SiteLink>
      )}
      {slug === null ? null : <ToSkill slug={slug} words={t("skill")} />}
    </>
  );
}

interface ClaimOutcomeProps {
  tone?: "ok" | "warn" | "neutral";
  title: string;
  text: string;
  children?: ReactNode;
}

/** How a claim ended, in words, and where to go from there. */
export function ClaimOutcome({ tone = "neutral", title, text, children }: ClaimOutcomeProps) {
  return (
    <div className="mt-7">
      <Note tone={tone} title={title}>
        {text}
      </Note>
      {children ? <ClaimActs>{children}</ClaimActs> : null}
    </div>
  );
}

/** Why a link could not be confirmed; nothing without a code. */
export function ClaimProblem({ code }: { code: string | null }) {
  const t = useTranslations("claim.problem");
  if (code === null) return null;
  return (
    <p role="status" className="mt-3 text-danger">
      {t(code === "AUDIT_NOT_ALLOWED" ? code : "other")}
    </p>
  );
}

/** The page of a link that leads nowhere; `text` where other links are meant than those of drafts. */
export function UnknownLink({ path, text }: { path: string; text?: string }) {
  const t = useTranslations("claim");
  return (
    <ClaimFrame path={path} title={t("unknown")} lead={text ?? t("unknown-text")}>
      <ClaimActs>
        <Elsewhere />
      </ClaimActs>
    </ClaimFrame>
  );
}

/** Where somebody goes whose link does nothing: into their account, or to the market. */
export function Elsewhere() {
  const t = useTranslations("claim.next");
  return (
    <>
      <SiteLink className="btn btn-primary" href="/login">
        {t("sign-in")}
      </SiteLink>
      <SiteLink className="btn" href="/skills">
        {t("browse")}
      </SiteLink>
    </>
  );
}

/** The way to the skill that a claim was about. */
export function ToSkill({ slug, words }: { slug: string; words: string }) {
  return (
    <SiteLink className="btn" href={skillPath(slug)}>
      {words}
    </SiteLink>
  );
}

/** Where to go from the end of a claim: buttons in a row that may break. */
function ClaimActs({ children }: { children: ReactNode }) {
  return <p className="mt-7 flex flex-wrap gap-3">{children}</p>;
}
