import { formatRoughSeconds, formatShare } from "@/lib/platform/i18n/format";
import type { SkillDetail } from "@/lib/registry/views";

/** What runs it and how long it may take: "python3, 30 s"; null for a skill that names no runtime. */
export function runtimeText({
  runtime,
  timeoutMs,
}: Pick<SkillDetail, "runtime" | "timeoutMs">): string | null {
  return runtime === null ? null : `${runtime}, ${Math.round(timeoutMs / 1000)} s`;
}

/** The median time of a run, and what 95 of 100 stay below: "1.6 s / 3.9 s"; null without runs. */
export function latencyText({ p50Ms, p95Ms }: Pick<SkillDetail, "p50Ms" | "p95Ms">): string | null {
  return p50Ms === null || p95Ms === null
    ? null
    : `${formatRoughSeconds(p50Ms)} / ${formatRoughSeconds(p95Ms)}`;
}

/** The share of the last 30 days' runs that delivered: "99.2%"; null without runs. */
export function successText({ successRate30d }: Pick<SkillDetail, "successRate30d">): string | null {
  return successRate30d === null ? null : formatShare(successRate30d);
}
