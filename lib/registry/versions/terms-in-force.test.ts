import { describe, expect, test } from "vitest";
import { isDomainError } from "@/lib/kernel/errors";
import {
  assertTermsUnchanged,
  findTermsInForce,
  isSameTerms,
  keepTerms,
  type StandingTerms,
  type TermsInForce,
} from "@/lib/registry/versions/terms";
import type { SkillManifest } from "@/lib/skill-format";

type Terms = Pick<StandingTerms, "priceLamports" | "payeeAddress">;
const CHEAP: Terms = { priceLamports: 5n, payeeAddress: "wallet" };
const DEAR: Terms = { priceLamports: 9n, payeeAddress: "wallet" };
const MOVED: Terms = { priceLamports: 5n, payeeAddress: "another" };
const FREE: Terms = { priceLamports: 0n, payeeAddress: null };

const listed = (version: string, terms = CHEAP, changes: Partial<StandingTerms> = {}): StandingTerms => ({
  version,
  vettingStatus: "approved",
  published: true,
  yanked: false,
  ...terms,
  ...changes,
});
const waits = (version: string, terms = CHEAP, changes: Partial<StandingTerms> = {}) =>
  listed(version, terms, { published: false, vettingStatus: "pending", ...changes });

test.each([
  ["the same", CHEAP, { ...CHEAP }, true],
  ["another price", CHEAP, DEAR, false],
  ["another wallet", CHEAP, MOVED, false],
  ["nobody in place of somebody", CHEAP, { ...CHEAP, payeeAddress: null }, false],
])("terms that say %s", (_name, one, other, same) => {
  expect(isSameTerms(one, other)).toBe(same);
});

describe("terms in force", () => {
  test.each<[string, StandingTerms[], object | null, object[]]>([
    ["of no version", [], null, []],
    ["are those of the listed one", [listed("1.0.0")], CHEAP, [CHEAP]],
    ["are of the highest listed one", [listed("1.0.0", DEAR), listed("1.1.0")], CHEAP, [CHEAP]],
    [
      "are not of one that was withdrawn",
      [listed("1.0.0"), listed("1.1.0", DEAR, { yanked: true })],
      CHEAP,
      [CHEAP],
    ],
    [
      "are not of one that was rejected",
      [listed("1.0.0"), waits("1.1.0", DEAR, { vettingStatus: "rejected" })],
      CHEAP,
      [CHEAP],
    ],
    ["are also of a higher one that waits", [listed("1.0.0"), waits("1.1.0", DEAR)], CHEAP, [CHEAP, DEAR]],
    [
      "are also of a higher one that is held",
      [listed("1.0.0"), waits("1.1.0", MOVED, { vettingStatus: "caution" })],
      CHEAP,
      [CHEAP, MOVED],
    ],
    ["are not of a lower one that waits", [listed("1.1.0"), waits("1.0.1", DEAR)], CHEAP, [CHEAP]],
    ["are not of a pre-release that waits", [listed("1.0.0"), waits("2.0.0-rc.1", DEAR)], CHEAP, [CHEAP]],
    [
      "name each different ones once",
      [listed("1.0.0"), waits("1.1.0"), waits("1.2.0", DEAR), waits("1.3.0", DEAR)],
      CHEAP,
      [CHEAP, DEAR],
    ],
    [
      "while none is listed, are of those that wait",
      [waits("1.0.0"), waits("1.1.0", DEAR)],
      null,
      [CHEAP, DEAR],
    ],
    ["of a first one that was withdrawn", [listed("1.0.0", CHEAP, { yanked: true })], null, []],
  ])("%s", (_name, stored, current, all) => {
    expect(findTermsInForce(stored)).toEqual({ listed: current, all });
  });
});

describe("what a maintainer's upload may say", () => {
  const at = (error: unknown) => {
    if (!isDomainError(error)) throw error;
    const [finding] = (error.details["errors"] ?? error.details["findings"]) as {
      path?: string;
      pointer?: string;
    }[];
    return finding?.path ?? finding?.pointer;
  };
  test.each<
    [
      string,
      { lamports?: number; wallet?: string; setPrice?: bigint; namedBefore?: string },
      StandingTerms[],
      object | string,
    ]
  >([
    ["nothing: it keeps the terms", {}, [listed("1.0.0")], CHEAP],
    ["the same price", { lamports: 5 }, [listed("1.0.0")], CHEAP],
    ["another price", { lamports: 6 }, [listed("1.0.0")], "pricing.price_lamports"],
    ["the same price beside the file", { setPrice: 5n }, [listed("1.0.0")], CHEAP],
    ["another price beside the file", { setPrice: 6n }, [listed("1.0.0")], "pricing.price_lamports"],
    [
      "the right price in the file and a wrong one beside it",
      { lamports: 5, setPrice: 0n },
      [listed("1.0.0")],
      "pricing.price_lamports",
    ],
    ["the wallet that is paid", { wallet: "wallet" }, [listed("1.0.0")], CHEAP],
    ["another wallet", { wallet: "mine" }, [listed("1.0.0")], "author"],
    [
      "another wallet that the file before named, of a priced skill",
      { wallet: "named", namedBefore: "named" },
      [listed("1.0.0")],
      "author",
    ],
    [
      "the wallet that the file before named, of a free skill",
      { wallet: "named", namedBefore: "named" },
      [listed("1.0.0", FREE)],
      FREE,
    ],
    [
      "another wallet, of a free skill",
      { wallet: "mine", namedBefore: "named" },
      [listed("1.0.0", FREE)],
      "author",
    ],
    ["no wallet where the file before named one", { namedBefore: "named" }, [listed("1.0.0", FREE)], FREE],
    ["anything, while no version stands", {}, [], "version"],
    [
      "anything, while the owner is changing the price",
      {},
      [listed("1.0.0"), waits("1.1.0", DEAR)],
      "version",
    ],
    ["the same, while the owner's next version costs the same", {}, [listed("1.0.0"), waits("1.1.0")], CHEAP],
  ])("%s", (_name, { lamports, wallet, setPrice, namedBefore }, stored, expected) => {
    const manifest = {
      ...(lamports === undefined ? {} : { pricing: { lamports: String(lamports) } }),
      author: wallet === undefined ? {} : { wallet },
    } as unknown as SkillManifest;
    const keep = () => keepTerms(manifest, { setPrice, stored, namedBefore });
    if (typeof expected !== "string") return expect(keep()).toMatchObject(expected);
    let refused: unknown = null;
    try {
      keep();
    } catch (error) {
      refused = at(error);
    }
    return expect(refused).toBe(expected);
  });
});

describe("a maintainer withdraws a version", () => {
  const force = (current: object | null, ...all: object[]) => ({ listed: current, all }) as TermsInForce;
  test.each<[string, TermsInForce, TermsInForce, boolean]>([
    [
      "another of the same terms is listed then",
      force(CHEAP, CHEAP),
      force({ ...CHEAP }, { ...CHEAP }),
      true,
    ],
    ["the skill would be off the market", force(CHEAP, CHEAP), force(null), false],
    ["it would cost more", force(CHEAP, CHEAP), force(DEAR, DEAR), false],
    ["it would pay another wallet", force(CHEAP, CHEAP), force(MOVED, MOVED), false],
    ["the owner's change is taken away with it", force(CHEAP, CHEAP, DEAR), force(CHEAP, CHEAP), false],
    [
      "another of those that wait takes its place in the list",
      force(CHEAP, CHEAP, DEAR),
      force(DEAR, DEAR, CHEAP),
      false,
    ],
    ["the owner's change goes on waiting", force(CHEAP, CHEAP, DEAR), force(CHEAP, CHEAP, DEAR), true],
    ["none is listed before and after, and one waits", force(null, CHEAP), force(null, CHEAP), true],
    ["none is listed, and nothing waits any more", force(null, CHEAP), force(null), false],
    ["none was listed, and one is afterwards", force(null, CHEAP), force(CHEAP, CHEAP), false],
    ["one was listed, and only waits afterwards", force(CHEAP, CHEAP), force(null, CHEAP), false],
    ["one more would wait", force(CHEAP, CHEAP), force(CHEAP, CHEAP, DEAR), false],
    ["nothing stood before and after", force(null), force(null), false],
    ["as many terms, but others", force(CHEAP, CHEAP, DEAR), force(CHEAP, CHEAP, MOVED), false],
  ])("%s", (_name, before, after, may) => {
    const check = () => assertTermsUnchanged(before, after);
    if (may) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: "PERMISSION_DENIED" }));
  });
});
