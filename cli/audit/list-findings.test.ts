import { describe, expect, test } from "vitest";
import type { CopyVerdict } from "@/client";
import { isAtLeast, listLocalFindings, listMarketFindings, SEVERITIES } from "./list-findings";

const NAME = "pdf";
const digest = `sha256:${"a".repeat(64)}`;
const publisher = { id: "acc_1", name: "maker" };
const locked = { market: "https://market.example/", version: "1.0.0", publisher };
const offered = { version: "1.0.0", package_digest: digest, publisher };
const FINE: CopyVerdict = {
  asked: { name: NAME, version: "1.0.0", digest },
  unknown: null,
  name: NAME,
  quarantined: null,
  version: "1.0.0",
  package_digest: digest,
  publisher,
  withdrawn: null,
  deprecated: null,
  audit_state: "Unverified",
  ended_seal: null,
  advisories: [],
  advisories_total: 0,
  newest: offered,
  next: null,
};
const at = "2026-11-29T00:00:00.000Z";
const seal = { verifier_name: "Ada", how: "revoked", ended_at: at, reason: null };
const advisory = {
  id: "EMP-2026-0001",
  severity: "high" as const,
  summary: "It lies",
  what_to_do: "Remove it",
  url: "https://elsewhere.example/",
  modified: at,
};
const unknown = { version: null, package_digest: null, publisher: null, audit_state: null } as const;

const found = (verdict: Partial<CopyVerdict>, installed: Partial<typeof locked> = {}) =>
  listMarketFindings(NAME, { ...locked, ...installed }, { ...FINE, ...verdict }).map(
    ({ kind, severity, text, remedy }) => [kind, severity, text, remedy],
  );
const OTHER = "emporion update pdf installs 1.1.0";
const newer = { ...offered, version: "1.1.0" };

describe("what a market says of an installed version", () => {
  test.each<[string, Partial<CopyVerdict>, unknown[][]]>([
    ["nothing", {}, []],
    ["a newer one", { newest: newer }, [["behind", "info", "1.1.0 is given out now", OTHER]]],
    ["none is given out, of one that stands", { newest: null }, []],
    [
      "withdrawn, with a newer one: said once",
      { withdrawn: { at, reason: "It is broken.", kind: "broken", is_closed: false }, newest: newer },
      [["withdrawn", "medium", "was withdrawn: It is broken.", OTHER]],
    ],
    [
      "withdrawn, and nothing instead",
      { withdrawn: { at, reason: "", kind: "other", is_closed: false }, newest: null },
      [
        [
          "withdrawn",
          "medium",
          "was withdrawn: no reason given",
          "nothing is given out in its place; emporion remove pdf removes it",
        ],
      ],
    ],
    [
      "closed, as it holds a secret",
      { withdrawn: { at, reason: "A key is in it.", kind: "secret", is_closed: true }, newest: newer },
      [
        [
          "withdrawn",
          "high",
          "was withdrawn, and its files are given to nobody any more (secret): A key is in it.",
          `emporion remove pdf removes the copy; ${OTHER}`,
        ],
      ],
    ],
    [
      "closed, and nothing instead",
      { withdrawn: { at, reason: "A key is in it.", kind: "secret", is_closed: true }, newest: null },
      [["withdrawn", "high", expect.stringContaining("(secret)"), "emporion remove pdf removes the copy"]],
    ],
    [
      "deprecated, with a successor",
      { deprecated: { message: "Use the other.", successor: "pdf-two" } },
      [
        [
          "deprecated",
          "low",
          "is deprecated: Use the other.",
          expect.stringContaining("emporion add pdf-two installs"),
        ],
      ],
    ],
    [
      "deprecated, and its successor may not be seen",
      { deprecated: { message: "Gone.", successor: null } },
      [["deprecated", "low", "is deprecated: Gone.", "look for another skill"]],
    ],
    [
      "quarantine",
      { quarantined: { reason: "It sends secrets." }, newest: null },
      [["held", "high", "in quarantine: It sends secrets.", "emporion remove pdf removes it"]],
    ],
    [
      "a seal that was revoked",
      { ended_seal: { ...seal, reason: "Wrong file." } },
      [
        [
          "seal-ended",
          "medium",
          "the seal of Ada was revoked on 2026-11-29: Wrong file.; nobody's seal counts for it now",
          "read the version's page, and choose a sealed one if you need that",
        ],
      ],
    ],
    [
      "a seal that expired",
      { ended_seal: { ...seal, how: "expired" } },
      [["seal-ended", "low", expect.stringContaining("has expired on 2026-11-29"), expect.any(String)]],
    ],
    [
      "a seal that ended in a way this program does not know",
      { ended_seal: { ...seal, how: "evaporated", ended_at: null } },
      [["seal-ended", "medium", expect.stringContaining("does not count any more;"), expect.any(String)]],
    ],
    [
      "no such skill",
      { ...unknown, unknown: "skill", newest: null },
      [["unknown", "medium", "the market knows no skill of this name", "ask where it came from"]],
    ],
    [
      "no such version, and another",
      { ...unknown, unknown: "version", newest: newer },
      [
        ["unknown", "medium", "the market knows no published version 1.0.0", "ask where it came from"],
        ["behind", "info", "1.1.0 is given out now", OTHER],
      ],
    ],
    [
      "other bytes under the number",
      { ...unknown, unknown: "digest" },
      [
        [
          "unknown",
          "high",
          expect.stringContaining("has published other bytes as 1.0.0"),
          expect.any(String),
        ],
      ],
    ],
    [
      "a newer one by somebody else",
      { newest: { ...newer, publisher: { id: "acc_2", name: "other" } } },
      [["behind", "info", "1.1.0 is given out now", expect.stringContaining("1.1.0 is published by other")]],
    ],
  ])("%s", (_, verdict, findings) => {
    expect(found(verdict)).toEqual(findings);
  });

  test("the gravest comes first", () => {
    const all = found({
      advisories: [{ ...advisory, severity: "low" }, advisory],
      advisories_total: 2,
      ended_seal: seal,
      newest: newer,
    });
    expect(all.map(([kind, severity]) => [kind, severity])).toEqual([
      ["advisory", "high"],
      ["seal-ended", "medium"],
      ["advisory", "low"],
      ["behind", "info"],
    ]);
  });

  test("an advisory is read on its own market, whatever address the answer names; older ones are counted", () => {
    const [first, more] = listMarketFindings(NAME, locked, {
      ...FINE,
      advisories: [advisory],
      advisories_total: 3,
    });
    expect(first).toMatchObject({
      id: "EMP-2026-0001",
      url: "https://market.example/advisories/EMP-2026-0001",
    });
    expect(more).toMatchObject({ severity: "high", text: "and 2 older advisories" });
  });

  test("long words are cut", () => {
    const [only] = found({ quarantined: { reason: "x".repeat(5_000) } });
    expect(String(only?.[2]).length).toBeLessThan(510);
  });
});

describe("who has a pre-release", () => {
  const rc = { version: "2.0.0-rc.1" };
  test.each([
    ["stays with it while it is the highest", { next: { ...offered, ...rc } }, []],
    [
      "hears of the next one",
      { next: { ...offered, version: "2.0.0-rc.2" } },
      ["2.0.0-rc.2 is given out now"],
    ],
    [
      "hears of the release",
      { next: null, newest: { ...offered, version: "2.0.0" } },
      ["2.0.0 is given out now"],
    ],
  ])("%s", (_, verdict, texts) => {
    expect(found({ ...verdict, version: rc.version }, rc).map(([, , text]) => text)).toEqual(texts);
  });

  test("who has a release hears of no pre-release", () => {
    expect(found({ next: { ...offered, version: "2.0.0-rc.1" } })).toEqual([]);
  });
});

test("what was changed here is graver than a missing folder, and that than line ends", () => {
  const local = {
    differences: ["a: was changed"],
    lineEnds: ["b: has CRLF"],
    missing: [".claude/skills/pdf"],
  };
  expect(listLocalFindings(NAME, local).map(({ kind, severity }) => [kind, severity])).toEqual([
    ["changed", "medium"],
    ["missing", "low"],
    ["line-ends", "info"],
  ]);
});

test("each severity is at least itself and those below", () => {
  const table = SEVERITIES.map((severity) => SEVERITIES.map((least) => isAtLeast(severity, least)));
  expect(table).toEqual([
    [true, false, false, false],
    [true, true, false, false],
    [true, true, true, false],
    [true, true, true, true],
  ]);
});
