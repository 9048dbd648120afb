import type { OpenGaps } from "@/lib/audits/review/text-diff";

/** Gaps that one address can open one by one. */
const MAX_OPEN_GAPS = 50;

/**
 * What the workspace shows of a version: a file, how, and which unchanged lines are opened. All of it is in
 * the address.
 */
export interface ReviewPlace {
  file: string | null;
  split: boolean;
  open: OpenGaps;
  /** Of a file that is too long for one page, from 1. */
  part: number;
}

/** Reads the query of a review; anything strange is as if it were not there. */
export function readPlace(query: Readonly<Record<string, string | string[] | undefined>>): ReviewPlace {
  const one = (name: string) => {
    const value = query[name];
    return typeof value === "string" ? value : null;
  };
  const gaps = (one("open") ?? "").split(".", MAX_OPEN_GAPS).filter((part) => /^\d{1,6}$/.test(part));
  return {
    file: one("file"),
    split: one("view") === "split",
    open: one("open") === "all" ? "all" : new Set(gaps.map(Number)),
    part: /^[1-9]\d{0,2}$/.test(one("part") ?? "") ? Number(one("part")) : 1,
  };
}

/** The query that shows a place; with `gap` one more gap is opened. */
export function queryOf({ file, split, open, part }: ReviewPlace, gap?: number): string {
  const query = new URLSearchParams();
  if (file !== null) query.set("file", file);
  if (split) query.set("view", "split");
  const gaps = open === "all" ? "all" : [...open, ...(gap === undefined ? [] : [gap])].join(".");
  if (part > 1) query.set("part", String(part));
  if (gaps !== "") query.set("open", gaps);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Where a finding stands in the page; `key` is a digest. */
export const findingAnchor = (key: string): string => `finding-${key.slice(0, 16)}`;

/** The id of the field in which a decision about a finding is given its reason. */
export const findingReason = (key: string): string => `reason-${findingAnchor(key)}`;
