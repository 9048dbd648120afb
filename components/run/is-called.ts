import type { SkillDetail } from "@/lib/registry/views";

type Facts = Pick<SkillDetail, "runnable" | "withdrawn" | "priceLamports">;

/**
 * Whether the page has a form for calls: of a withdrawn version only where one may have been paid for and not made yet.
 */
export function isCalled({ runnable, withdrawn, priceLamports }: Facts): boolean {
  return runnable && (!withdrawn || priceLamports !== "0");
}
