import { formatSecond } from "@/lib/platform/i18n/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { getTranslations } from "@/lib/platform/i18n/translations";

/** One field of a statement in the reader's words. */
export interface StatementRow {
  name: string;
  /** None where the field says nothing. */
  values: readonly string[];
  /** Digests, addresses and what else is compared letter by letter. */
  mono: boolean;
}

type As = "text" | "exact" | "time" | "verdict" | "scope" | "severity" | "item" | "count";

/** Every field of what verifiers sign, in the order in which a person reads it, and how its value is said. */
export const STATEMENT_FIELDS = {
  "subject.name": "exact",
  "predicate.verdict": "verdict",
  "predicate.severity": "severity",
  "predicate.summary": "text",
  "predicate.details": "text",
  "predicate.whatToDo": "text",
  "predicate.note": "text",
  "predicate.scope": "scope",
  "predicate.base.version": "exact",
  "predicate.coveredFiles.count": "count",
  "predicate.checklist.verifier": "item",
  "predicate.checklist.market": "item",
  "predicate.issuedAt": "time",
  "predicate.expiresAt": "time",
  "predicate.verifier": "exact",
  "predicate.market": "exact",
  "subject.digest.sha256": "exact",
  "predicate.base.packageDigest": "exact",
  "predicate.base.statementDigest": "exact",
  "predicate.coveredFiles.digest": "exact",
  "predicate.executablesDigest": "exact",
  "predicate.vettingReport": "exact",
  "predicate.findingsDigest": "exact",
  "predicate.policy": "exact",
  "predicate.genesisHash": "exact",
  "predicate.nonce": "exact",
  predicateType: "exact",
  _type: "exact",
} as const satisfies Readonly<Record<string, As>>;

type Leaf = string | number | boolean;

/**
 * Every value of a JSON text by its path, without places in lists; values of one path stand together, null and an empty list as no
 * value. Pure. Throws for what is no JSON.
 */
export function leavesOf(payload: string): ReadonlyMap<string, readonly Leaf[]> {
  const leaves = new Map<string, Leaf[]>();
  const walk = (value: unknown, path: string) => {
    const known = leaves.get(path) ?? [];
    if (Array.isArray(value)) {
      if (value.length === 0) leaves.set(path, known);
      for (const each of value) walk(each, path);
    } else if (value !== null && typeof value === "object") {
      for (const [key, each] of Object.entries(value)) walk(each, path === "" ? key : `${path}.${key}`);
    } else leaves.set(path, value === null ? known : [...known, value as Leaf]);
  };
  walk(JSON.parse(payload), "");
  return leaves;
}

/**
 * What a verifier is about to sign, every field of it, in the reader's words; one that is new to this table stands last, under
 * its own name.
 */
export function describeStatement(payload: string, locale: Locale): StatementRow[] {
  const t = getTranslations({ locale, namespace: "review" });
  const severity = getTranslations({ locale, namespace: "publish.severity" });
  const leaves = leavesOf(payload);
  const base = String(leaves.get("predicate.base.version")?.[0] ?? "");
  const say: Readonly<Record<As, (value: Leaf) => string>> = {
    text: String,
    exact: String,
    time: (value) => formatSecond(String(value), locale),
    verdict: (value) => t(`signedVerdict.${value}`),
    scope: (value) => t(`scopes.${value}`),
    severity: (value) => severity(String(value)),
    item: (value) => t(`check.${value}`),
    count: (value) => t(base === "" ? "covers-full" : "covers-since", { base, count: Number(value) }),
  };
  const known = Object.entries(STATEMENT_FIELDS).flatMap(([path, as]) => {
    const values = leaves.get(path);
    if (values === undefined) return [];
    const name = t(`fields.${path.replaceAll(".", "_")}`);
    return [{ name, values: values.map(say[as]), mono: as === "exact" }];
  });
  const unknown = [...leaves].flatMap(([path, values]) =>
    Object.hasOwn(STATEMENT_FIELDS, path) ? [] : [{ name: path, values: values.map(String), mono: true }],
  );
  return [...known, ...unknown];
}
