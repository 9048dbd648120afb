import type { OpinionView } from "@/lib/registry/views";

/** As the database keeps it; its own check and the only writer hold the answer to this form. */
interface OpinionRow {
  model: string;
  promptVersion: number;
  promptDigest: string;
  verdict: string | null;
  reasons: unknown;
  askedAt: Date;
}

/** A kept opinion as it is shown. */
export function toOpinionView(row: OpinionRow | null): OpinionView | null {
  if (row === null) return null;
  const { verdict, reasons, askedAt, ...about } = row;
  return {
    ...about,
    verdict: verdict as OpinionView["verdict"],
    reasons: reasons as OpinionView["reasons"],
    askedAt: askedAt.toISOString(),
  };
}
