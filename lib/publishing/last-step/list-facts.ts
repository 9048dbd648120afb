import { BUMPS, type Bump } from "@/lib/registry/differences/difference";
import type { LastStep } from "@/lib/publishing/last-step/last-step";
import type { UnmatchedExample } from "@/lib/running/examples/try-examples";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";
import { formatLamports, formatSol } from "@/lib/platform/i18n/format";
import { countIssues } from "@/lib/skill-format/issues/count-issues";
import { whatPriceBuys } from "@/lib/platform/i18n/what-price-buys";
import type english from "@/lib/platform/i18n/messages/en/lastStep.json";

/** What a fact is about. */
export type FactGroup = "level" | "examples" | "formats" | "files" | "reading" | "earning";

/** `warn`: something to think about before what cannot be undone; `bad`: it is in the way. */
export type FactTone = "ok" | "note" | "warn" | "bad";

/** A sentence of `messages/<language>/lastStep.json`. */
export interface Fact {
  group: FactGroup;
  key: keyof (typeof english)["say"];
  values: Record<string, string | number>;
  tone: FactTone;
  /** What the sentence is about, in words that are not the market's to translate: an output, an error, a reason in English. */
  detail?: string;
}

/** What is known of a package before it is published, sentence by sentence, those of a group together. Pure. */
export function listFacts(step: LastStep): Fact[] {
  const { preview } = step;
  return [
    ...(preview.ok ? levelFacts(preview) : [refusedFact(preview)]),
    ...exampleFacts(step.examples),
    ...formatFacts(step),
    ...fileFacts(step),
    ...readingFacts(step),
    ...earningFacts(step),
  ];
}

const of = (group: FactGroup, tone: FactTone) => ({ group, tone });

const amountOf = (lamports: bigint) => ({
  lamports: formatLamports(lamports.toString()),
  sol: formatSol(lamports.toString()),
});

const refusedFact = ({ code, message }: { code: string; message: string }): Fact => ({
  ...of("level", "bad"),
  key: "refused",
  values: {},
  detail: `${message} (${code})`,
});

type Preview = Extract<LastStep["preview"], { ok: true }>;

function levelFacts({ version, change, base, staying, requiredBump, duty }: Preview): Fact[] {
  const audit: Fact = { ...of("level", "note"), key: `audit-${duty}`, values: {} };
  if (base === null || requiredBump === null)
    return [{ ...of("level", "ok"), key: "first", values: { version } }, audit];
  const { key, tone } = judgeLevel(change, requiredBump);
  const values = { version, base, change, required: requiredBump };
  const offer: Fact[] =
    staying === null ? [] : [{ ...of("level", "warn"), key: "not-offered", values: { version, staying } }];
  return [{ ...of("level", tone), key, values }, ...offer, audit];
}

/** How the number of a version compares with what changed in it. A number that says too little is told, not refused here. */
export function judgeLevel(
  change: string,
  required: Bump,
): { key: "level-fits" | "level-less" | "level-more" | "level-other"; tone: FactTone } {
  const said = BUMPS.findIndex((bump) => bump === change);
  if (said === -1) return { key: "level-other", tone: "note" };
  const needed = BUMPS.indexOf(required);
  if (said === needed) return { key: "level-fits", tone: "ok" };
  return said < needed ? { key: "level-less", tone: "warn" } : { key: "level-more", tone: "note" };
}

function exampleFacts(examples: LastStep["examples"]): Fact[] {
  if (examples === null) return [{ ...of("examples", "note"), key: "examples-untried", values: {} }];
  const { total, proven, unmatched, obstacle } = examples;
  if (obstacle !== null)
    return [
      { ...of("examples", obstacle === "none" ? "note" : "warn"), key: `examples-${obstacle}`, values: {} },
    ];
  if (proven === total) return [{ ...of("examples", "ok"), key: "examples-all", values: { count: total } }];
  const values = { total, proven };
  return [{ ...of("examples", "warn"), key: "examples-some", values }, ...unmatched.map(unmatchedFact)];
}

function unmatchedFact({ number, state, gave, hasFailed }: UnmatchedExample): Fact {
  const key =
    state === "not_run"
      ? "example-not-run"
      : hasFailed
        ? "example-failed"
        : state === "drifted"
          ? "example-drifted"
          : "example-gave";
  return { ...of("examples", "warn"), key, values: { number }, ...(gave === null ? {} : { detail: gave }) };
}

function formatFacts({ reports }: Pick<LastStep, "reports">): Fact[] {
  const { error, warning, info } = countIssues(reports);
  const count = error + warning;
  if (count > 0) return [{ ...of("formats", "warn"), key: "formats-remarks", values: { count } }];
  return [
    { ...of("formats", "ok"), key: info > 0 ? "formats-notes" : "formats-none", values: { count: info } },
  ];
}

function fileFacts({ files, license, priceLamports }: LastStep): Fact[] {
  return [
    { ...of("files", "note"), key: "files-public", values: { count: files } },
    ...(whatPriceBuys({ priceLamports }) === null
      ? []
      : [{ ...of("files", "warn"), key: "files-priced" as const, values: {} }]),
    license === null
      ? { ...of("files", "warn"), key: "license-none", values: {} }
      : { ...of("files", "note"), key: "license-stated", values: { license } },
    { ...of("files", "note"), key: "files-final", values: {} },
  ];
}

const MOST_KEYS = 10;

function readingFacts({ shown: { name, description, category }, unreadKeys }: LastStep): Fact[] {
  const keys = unreadKeys.slice(0, MOST_KEYS);
  return [
    description === ""
      ? { ...of("reading", "warn"), key: "reading-undescribed", values: { name } }
      : { ...of("reading", "note"), key: "reading-shown", values: { name, description } },
    ...(category === null
      ? [{ ...of("reading", "note"), key: "reading-no-category" as const, values: {} }]
      : []),
    ...(keys.length === 0
      ? []
      : [{ ...of("reading", "warn"), key: "reading-unread" as const, values: { keys: keys.join(", ") } }]),
  ];
}

function earningFacts({ priceLamports, blockers }: LastStep): Fact[] {
  if (priceLamports === 0n) return [{ ...of("earning", "note"), key: "earning-free", values: {} }];
  if (blockers.length === 0) {
    const values = amountOf(priceLamports);
    return [{ ...of("earning", "ok"), key: "earning-open", values }];
  }
  return blockers.map((blocker): Fact => {
    switch (blocker.kind) {
      case "cannot_run":
      case "not_run": {
        const detail = explainObstacles(blocker.obstacles) ?? "";
        return { ...of("earning", "warn"), key: `earning-${blocker.kind}`, values: {}, detail };
      }
      case "no_wallet":
        return { ...of("earning", "bad"), key: "earning-no_wallet", values: {} };
      case "wallet_not_proven":
        return {
          ...of("earning", "bad"),
          key: "earning-wallet_not_proven",
          values: { address: blocker.address },
        };
      case "payee_too_low": {
        const { address, missingLamports: missing } = blocker;
        const values = { address, ...amountOf(missing) };
        return { ...of("earning", "warn"), key: "earning-payee_too_low", values };
      }
    }
  });
}
