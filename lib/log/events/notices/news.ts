import type { NoticeKind } from "@/lib/platform/mail/mail";

/** What somebody is to be told, before it is known whether and where they can be written to. */
export interface News {
  kind: NoticeKind;
  /** The skill, the skill and its version, or the domain. */
  name: string;
  /** Why, where its owner may read it: words of administrators, verifiers and vetting, never of a report. */
  reason: string | null;
  /** The page where something can be done about it. */
  path: string;
}

/** Where somebody proves their domains. */
export const DOMAINS_PAGE = "/settings#domains";

/** Where everybody reads why a skill is in quarantine, and its owner appeals. */
export const quarantinePage = (slug: string) => `/skills/${slug}/quarantine`;

/** The page of a skill. */
export const skillPage = (slug: string) => `/skills/${slug}`;

/** The page of a set. */
export const setPage = (name: string) => `/sets/${name}`;

/** What whoever sent a report is told when it is decided, in the administrator's words. */
export const newsOfOwnReport = ({
  reportId,
  ...told
}: {
  reportId: string;
  /** Of the skill or set. */
  name: string;
  state: "upheld" | "dismissed";
  reason: string;
}): News => ({
  kind: `own-report-${told.state}`,
  name: told.name,
  reason: told.reason,
  path: `/reports/${reportId}`,
});

/** What vetting and administrators said of a version, for its owner, who can appeal there. */
export const versionPage = (versionId: string) => `/publish/${versionId}`;

/** Where verifiers work, and where whoever applied reads what was decided. */
export const REVIEW_PAGE = "/review";

/** Seals, other verdicts and challenges of a version. */
export const securityPage = (slug: string, version: string) =>
  `/skills/${slug}/security?version=${encodeURIComponent(version)}`;
