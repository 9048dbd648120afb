import type { Prisma } from "@/lib/db/generated/client";

/** The findings of a vetting job, in the order of its report. */
export const FINDINGS = {
  orderBy: { position: "asc" },
  select: {
    code: true,
    severity: true,
    confidence: true,
    file: true,
    line: true,
    message: true,
    evidence: true,
    remedy: true,
  },
} satisfies Prisma.VettingJob$findingsArgs;

/** What a model said of what a vetting job judged. */
export const OPINION = {
  select: {
    model: true,
    promptVersion: true,
    promptDigest: true,
    verdict: true,
    reasons: true,
    askedAt: true,
  },
} satisfies Prisma.VettingJob$opinionArgs;
