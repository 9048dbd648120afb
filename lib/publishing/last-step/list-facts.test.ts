import { describe, expect, test } from "vitest";
import { LOCALES } from "@/lib/platform/i18n/routing";
import { getTranslations } from "@/lib/platform/i18n/translations";
import { judgeLevel, listFacts } from "@/lib/publishing/last-step/list-facts";
import type { LastStep } from "@/lib/publishing/last-step/last-step";
import type { ExamplesTried } from "@/lib/running/examples/try-examples";
import type { Bump } from "@/lib/registry/differences/difference";

const PREVIEW: Extract<LastStep["preview"], { ok: true }> = {
  ok: true,
  renames: null,
  version: "1.1.0",
  change: "minor",
  base: "1.0.0",
  staying: null,
  requiredBump: "minor",
  differences: [],
  duty: "reduced",
  terms: { priceLamports: 0n, payeeAddress: null },
  otherTerms: null,
  obstacles: [],
};

const EXAMPLES: ExamplesTried = { total: 2, proven: 2, unmatched: [], ranAt: null, obstacle: null };

const STEP: LastStep = {
  slug: "count",
  preview: PREVIEW,
  priceLamports: 0n,
  examples: EXAMPLES,
  reports: [],
  license: "MIT",
  files: 2,
  bytes: 10,
  shown: { name: "Count", description: "Counts words.", category: "text" },
  unreadKeys: [],
  blockers: [],
};

const UNMATCHED = { number: 2, name: null, declared: "{}", gave: '{"n":1}', hasFailed: false };
const NETWORK = { code: "CALL_NETWORK" as const, names: [] };

const keysOf = (step: Partial<LastStep>) =>
  listFacts({ ...STEP, ...step }).map(({ key, tone }) => `${tone} ${key}`);
const calm = keysOf({});

test("a good free package is told its level, audit, examples, formats, files and words, in the order of the page", () => {
  expect(calm).toEqual([
    "ok level-fits",
    "note audit-reduced",
    "ok examples-all",
    "ok formats-none",
    "note files-public",
    "note license-stated",
    "note files-final",
    "note reading-shown",
    "note earning-free",
  ]);
  const groups = [...new Set(listFacts(STEP).map(({ group }) => group))];
  expect(groups).toEqual(["level", "examples", "formats", "files", "reading", "earning"]);
});

test.each<[string, Partial<LastStep>, string[]]>([
  [
    "a first release",
    { preview: { ...PREVIEW, base: null, requiredBump: null, duty: "full" } },
    ["ok first", "note audit-full"],
  ],
  [
    "more changed than the number says",
    { preview: { ...PREVIEW, requiredBump: "major" } },
    ["warn level-less"],
  ],
  ["a refusal", { preview: { ok: false, code: "X", message: "No." } }, ["bad refused"]],
  ["not tried", { examples: null }, ["note examples-untried"]],
  ["no example", { examples: { ...EXAMPLES, obstacle: "none" } }, ["note examples-none"]],
  ["no sandbox", { examples: { ...EXAMPLES, obstacle: "no_sandbox" } }, ["warn examples-no_sandbox"]],
  [
    "one does not match",
    { examples: { ...EXAMPLES, proven: 1, unmatched: [{ ...UNMATCHED, state: "failing" }] } },
    ["warn examples-some", "warn example-gave"],
  ],
  [
    "one drifted",
    { examples: { ...EXAMPLES, proven: 1, unmatched: [{ ...UNMATCHED, state: "drifted" }] } },
    ["warn example-drifted"],
  ],
  [
    "one failed",
    {
      examples: {
        ...EXAMPLES,
        proven: 1,
        unmatched: [{ ...UNMATCHED, state: "failing", hasFailed: true }],
      },
    },
    ["warn example-failed"],
  ],
  [
    "one had no time",
    {
      examples: { ...EXAMPLES, proven: 1, unmatched: [{ ...UNMATCHED, state: "not_run", gave: null }] },
    },
    ["warn example-not-run"],
  ],
  [
    "a pre-release, which who has the release is not offered",
    { preview: { ...PREVIEW, version: "2.0.0-rc.1", staying: "1.0.0" } },
    ["warn not-offered"],
  ],
  ["no license", { license: null }, ["warn license-none"]],
  ["a price", { priceLamports: 1n }, ["warn files-priced", "ok earning-open"]],
  ["no description", { shown: { ...STEP.shown, description: "" } }, ["warn reading-undescribed"]],
  ["no category", { shown: { ...STEP.shown, category: null } }, ["note reading-no-category"]],
  ["keys that nobody reads", { unreadKeys: ["x"] }, ["warn reading-unread"]],
  [
    "every blocker is told",
    {
      priceLamports: 1n,
      blockers: [
        { kind: "cannot_run", obstacles: [NETWORK] },
        { kind: "payee_too_low", address: "A", missingLamports: 5n },
        { kind: "not_run", obstacles: [{ code: "CALL_NOT_RUN", names: [] }] },
      ],
    },
    ["warn earning-cannot_run", "warn earning-payee_too_low", "warn earning-not_run"],
  ],
  ["no wallet", { priceLamports: 1n, blockers: [{ kind: "no_wallet" }] }, ["bad earning-no_wallet"]],
  [
    "a wallet that is not proven",
    { priceLamports: 1n, blockers: [{ kind: "wallet_not_proven", address: "A" }] },
    ["bad earning-wallet_not_proven"],
  ],
])("%s", (_name, step, news) => {
  const said = keysOf(step);
  expect(said).toEqual(expect.arrayContaining(news));
  expect(said.filter((each) => !calm.includes(each)).length).toBeGreaterThan(0);
});

describe("what a number says, against what changed", () => {
  test.each<[string, Bump, string, string]>([
    ["patch", "patch", "level-fits", "ok"],
    ["minor", "patch", "level-more", "note"],
    ["minor", "minor", "level-fits", "ok"],
    ["minor", "major", "level-less", "warn"],
    ["major", "minor", "level-more", "note"],
    ["major", "major", "level-fits", "ok"],
    ["other", "patch", "level-other", "note"],
  ])("%s, and a %s is needed: %s", (change, required, key, tone) => {
    expect(judgeLevel(change, required)).toEqual({ key, tone });
  });
});

test.each(LOCALES)("each fact is a sentence in %s, with all its values", (locale) => {
  const t = getTranslations({ locale, namespace: "lastStep" });
  const step: LastStep = {
    ...STEP,
    priceLamports: 5n,
    license: null,
    unreadKeys: ["x"],
    examples: { ...EXAMPLES, proven: 1, unmatched: [{ ...UNMATCHED, state: "failing" }] },
    blockers: [
      { kind: "cannot_run", obstacles: [NETWORK] },
      { kind: "payee_too_low", address: "A", missingLamports: 5n },
    ],
  };
  for (const fact of [...listFacts(STEP), ...listFacts(step)])
    expect(t(`say.${fact.key}`, fact.values)).not.toMatch(/^$|\{(?!"n")/);
});
