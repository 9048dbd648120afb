import type { WaitingCase } from "@/lib/moderation/list-waiting";

const PAGES: Readonly<Record<WaitingCase["kind"], string>> = {
  version: "/administration",
  doubt: "/administration",
  report: "/administration/reports",
  appeal: "/administration/reports",
  challenge: "/administration/audits",
  application: "/administration/audits",
};

/** Id of the place on its page where a case is decided. */
export const caseAnchor = (id: string): string => `case-${id}`;

/** Where a case is decided, without a language. */
export const casePath = ({ kind, id }: Pick<WaitingCase, "kind" | "id">): string =>
  `${PAGES[kind]}#${caseAnchor(id)}`;
