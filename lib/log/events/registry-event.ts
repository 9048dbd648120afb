import type { ACCESS_CHANGED, AccessChanged } from "@/lib/log/events/notices/access-change";

/**
 * Stands in what is recorded of a decision, and so in the public log, when the skill is or was the administrator's own.
 */
export interface DecidedBy {
  decidedBy?: "owner";
}

/**
 * What the public log says happened to skills, versions and those who decide about them; `data` is readable without the
 * rows it speaks of.
 */
export type RegistryEvent =
  | { kind: "skill:created"; skillId: string; data: { slug: string } }
  | {
      kind: "version:uploaded";
      versionId: string;
      data: VersionData & { packageDigest: string; source: string };
    }
  | {
      kind: "version:published";
      versionId: string;
      /** `from` where a CI sent it: its repository at a commit, and the digest of what the market signed about that. */
      data: VersionData & { packageDigest: string; change: string; from?: string; provenance?: string };
    }
  | {
      kind: "version:quarantined" | "version:rejected";
      versionId: string;
      data: VersionData & { packageDigest: string; reasons: string[] };
    }
  | {
      kind: "version:yanked";
      versionId: string;
      /** `reasonKind`: lib/registry/versions/yank-kinds; entries of before kinds have none. */
      data: VersionData & { packageDigest: string; reason: string; reasonKind: string };
    }
  | {
      /** Its text was deleted from the market. */
      kind: "version:erased";
      versionId: string;
      data: VersionData & { packageDigest: string; reason: string };
    }
  | { kind: "examples:replayed"; versionId: string; data: VersionData & { total: number; proven: number } }
  | { kind: "version:decided"; versionId: string; data: VersionData & Decision & { reason: string } }
  | { kind: "draft:expired"; skillId: string; data: { slug: string } }
  | {
      kind: "skill:quarantined" | "skill:released";
      skillId: string;
      data: { slug: string; reason: string } & DecidedBy;
    }
  | {
      kind: "skill:transferred";
      skillId: string;
      data: { slug: string; from: string; to: string; by?: string };
    }
  | {
      kind: "skill:maintainer-added" | "skill:maintainer-ended";
      skillId: string;
      data: { slug: string; maintainer: string };
    }
  | {
      /** Who acts for an organisation; `by` is the user name of who decided it. */
      kind: MemberEventKind;
      accountId: string;
      data: { organisation: string; member: string; roles: string; by: string };
    }
  /** The wallet that new skills of an organisation pay. */
  | {
      kind: "organisation:payee-changed";
      accountId: string;
      data: { organisation: string; by: string; payeeBefore: string | null; payee: string | null };
    }
  | { kind: "organisation:founded"; accountId: string; data: { organisation: string; by: string } }
  | { kind: "skill:renamed"; skillId: string; data: { slug: string; before: string } }
  | {
      kind: "skill:deprecated";
      skillId: string;
      data: { slug: string; message: string; successor: string | null };
    }
  | {
      /** What calls cost and pay from now on, and did before. Lamports as digits. */
      kind: "skill:price-changed";
      skillId: string;
      data: {
        slug: string;
        by: string;
        /** For which one they changed it. */
        organisation?: string;
        priceBefore: string;
        price: string;
        payeeBefore: string | null;
        payee: string | null;
      };
    }
  | {
      /** A higher price that holds from a moment on. Lamports as digits. */
      kind: "skill:price-announced";
      skillId: string;
      data: {
        slug: string;
        by: string;
        organisation?: string;
        priceBefore: string;
        price: string;
        from: string;
      };
    }
  | {
      /** Who is shown it from now on, and was before; with the listed version, or the last one uploaded. */
      kind: "skill:access-changed";
      skillId: string;
      data: {
        slug: string;
        by: string;
        before: string;
        access: string;
        version?: string;
        packageDigest?: string;
      };
    }
  | { kind: "skill:undeprecated"; skillId: string; data: { slug: string } }
  | { kind: "skill:copied"; skillId: string; data: { slug: string; copy: string } }
  | {
      kind: "skill:reported";
      skillId: string;
      /** `postId`: the question or answer under it that the report is about. */
      data: { slug: string; reportId: string; reason: string; postId?: string };
    }
  | { kind: "skill:asked"; skillId: string; data: { slug: string; postId: string } }
  | { kind: "skill:answered"; skillId: string; data: { slug: string; postId: string; question: string } }
  /** An administrator decided that a question or answer is shown to nobody, or is shown again. */
  | {
      kind: "post:hidden" | "post:shown";
      skillId: string;
      data: { slug: string; postId: string; reason: string } & DecidedBy;
    }
  /** The same about all that an account writes under skills. */
  | {
      kind: "account:quarantined" | "account:released";
      accountId: string;
      data: { username: string; reason: string };
    }
  | {
      kind: "report:decided";
      skillId: string;
      /** `postId`: as of `skill:reported`. */
      data: { slug: string; reportId: string; reason: string; postId?: string } & Decision;
    }
  | {
      kind: "set:report-decided";
      setId: string;
      data: { name: string; reportId: string; reason: string } & Decision;
    }
  /** By its owner, or an administrator. */
  | { kind: "set:withdrawn"; setId: string; data: { name: string; reason: string } }
  | { kind: "appeal:filed"; skillId: string; data: { slug: string; appealId: string } }
  | { kind: "appeal:decided"; skillId: string; data: { slug: string; appealId: string } & Decision }
  | { kind: "review:written"; skillId: string; data: { slug: string; reviewId: string; rating: number } }
  | { kind: "account:closed"; accountId: string; data: { username: string } }
  | { kind: "account:role-changed"; accountId: string; data: { username: string; role: string } }
  /** `withKey` is how the key began of a program that proved it. */
  | { kind: DomainEventKind; accountId: string; data: { domain: string; withKey?: string } }
  | { kind: typeof ACCESS_CHANGED; accountId: string; data: AccessChanged }
  | { kind: "draft:claimed"; skillId: string; data: { slug: string } }
  /** What people searched for; an administrator decides whether others may be shown it. */
  | {
      kind: "question:hidden" | "question:shown";
      question: string;
      data: { question: string; reason: string };
    };

type Decision = DecidedBy & { decision: string };

interface VersionData {
  slug: string;
  version: string;
}

/** What happens to the members of an organisation. */
export const MEMBER_EVENTS = [
  "organisation:member-added",
  "organisation:member-changed",
  "organisation:member-ended",
] as const;

export type MemberEventKind = (typeof MEMBER_EVENTS)[number];

/** What happens to a domain of an account. A removal by its owner, and all of a closed account, are not kept. */
export const DOMAIN_EVENTS = ["domain:proven", "domain:missing", "domain:ended", "domain:taken"] as const;

type DomainEventKind = (typeof DOMAIN_EVENTS)[number];
