import { auditWords } from "@/components/marks/audit-mark";
import { formatSol, formatCount } from "@/lib/platform/i18n/format";
import type { SkillRow } from "@/lib/registry/views";

type Badged = Pick<
  SkillRow,
  "version" | "auditState" | "audit" | "bondLamports" | "priceLamports" | "downloadsTotal"
>;

/** What a badge says of a skill: version, audit, price of a call, and downloads, which the market has counted itself. */
export function badgeWords(skill: Badged, say: Parameters<typeof auditWords>[1]): string {
  const { version, priceLamports, downloadsTotal } = skill;
  const price = priceLamports === "0" ? "free" : `${formatSol(priceLamports)} SOL a call`;
  const downloads = `${formatCount(downloadsTotal)} ${downloadsTotal === 1 ? "download" : "downloads"}`;
  return [version, auditWords(skill, say, "en"), price, downloads].join(" · ");
}
