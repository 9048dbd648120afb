import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { writeCaseFilter } from "@/components/console/case-filter-address";
import type { NamedField } from "@/components/forms/problem-note";
import { refusedForm } from "@/components/forms/written-in";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import type { WaitingCase, CaseAge as Age } from "@/lib/moderation/list-waiting";
import type { CaseFilter } from "@/lib/registry/versions/case-filter";

const PAGES: Readonly<Record<WaitingCase["kind"], string>> = {
  version: "/administration",
  doubt: "/administration",
  report: "/administration/reports",
  setReport: "/administration/reports",
  appeal: "/administration/reports",
  challenge: "/administration/audits",
  application: "/administration/audits",
};

/** Id of the place on its page where a case is decided. */
export const caseAnchor = (id: string): string => `case-${id}`;

/** Where a case is decided, without a language. */
export const casePath = ({ kind, id }: Pick<WaitingCase, "kind" | "id">): string =>
  `${PAGES[kind]}#${caseAnchor(id)}`;

/** Where a version is read and decided about; `filter` is the list that its decision leads back to. */
export function versionCasePath(
  versionId: string,
  { filter = {}, file }: { filter?: CaseFilter; file?: string } = {},
): string {
  const query = writeCaseFilter(filter);
  const shown = file === undefined ? "" : `${query === "" ? "?" : "&"}file=${encodeURIComponent(file)}`;
  return `/administration/versions/${versionId}${query}${shown}`;
}

/** "3 days ago · decide by 21 Nov 2026": since when a case waits, and by when it is to be decided. */
export function CaseAge({ age: { since, due, late } }: { age: Age }) {
  const t = useTranslations("administration");
  return (
    <>
      <When iso={since} as="relative" /> ·{" "}
      <span className={late ? "font-medium text-danger" : undefined}>
        {t.rich(late ? "wasDue" : "due", { day: slot(<When iso={due} as="day" />) })}
      </span>
    </>
  );
}

const WHY = {
  skill: "left-to-others",
  set: "own-set",
  application: "own-application",
  challenge: "own-challenge",
} as const;

interface UnlessOwnProps {
  /** What is decided about is or was the reader's, and there is somebody else to decide. */
  leftToOthers: boolean;
  what?: keyof typeof WHY;
  children: ReactNode;
}

/** The form of a decision, or why there is none for this administrator. */
export function UnlessOwn({ leftToOthers, what = "skill", children }: UnlessOwnProps) {
  const t = useTranslations("administration");
  if (!leftToOthers) return children;
  return <p className="text-14 text-ink-2">{t(WHY[what])}</p>;
}

/** The id of the field in which a decision about `subject` is given its reason. */
export const reasonId = (subject: string): string => `reason-${subject}`;

/**
 * That field of the form that was refused, where it is one about a subject: those are called "kind subject". Server
 * components only.
 */
export function refusedReason(label: string): NamedField[] {
  const [, subject] = refusedForm()?.split(" ") ?? [];
  return subject === undefined ? [] : [{ name: "reason", id: reasonId(subject), label }];
}
