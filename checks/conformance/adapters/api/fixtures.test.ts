import { describe, expect, it } from "vitest";
import { listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { searchSkills } from "@/lib/search/search-skills";
import { testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { Fixtures, wordsOfWish } from "./fixtures";
import { durationMs } from "./shifted-clock";
import { Variables } from "./variables";
import { verdictOf } from "./vetting-stub";

testDatabase();
testBlobStore();

describe("what a case takes for given", () => {
  it.each(["Unverified", "Optimistic", "Audited"])("is a skill whose version is %s", async (state) => {
    const skill = `stored-${state.toLowerCase()}`;
    const skillMd = `---\nname: ${skill}\ndescription: Does it when asked.\n---\n\n# Body\n`;
    const given = {
      skill,
      owner: `owner-${state.toLowerCase()}`,
      skill_md: skillMd,
      files: { "a.bin": { base64: "AP8=" }, "docs/": "" },
    };
    await new Fixtures("http://127.0.0.1:9", new Variables()).store([{ ...given, audit_state: state }]);
    expect((await listVersions(skill))[0]?.auditState).toBe(state);
  });
});

it("a stored draft is listed like one that was uploaded", async () => {
  const skill_md = "---\nname: stored-draft\ndescription: Does it when asked.\n---\n\n# Body\n";
  const given = {
    skill: "stored-draft",
    owner: null,
    skill_md,
    trust_level: "sandbox",
    claim_status: "draft",
  };
  await new Fixtures("http://127.0.0.1:9", new Variables()).store([given]);
  const { rows } = await searchSkills({ q: "stored-draft" });
  expect(rows[0]).toMatchObject({ slug: "stored-draft", claimStatus: "draft" });
});

it.each([
  ["pdf", "pdf"],
  [{ title: "read pdf" }, "read pdf"],
  [{ id: "w1", keywords: ["read", "pdf"] }, "read pdf"],
])("the wish %j asks for %s", (wish, words) => expect(wordsOfWish(wish)).toBe(words));

it("a step may name the verdict of vetting in any way", () => {
  expect(verdictOf({ id: "s1", do: "set_vetting_stub", value: "caution" })).toBe("caution");
  expect(() => verdictOf({ id: "s1", do: "set_vetting_stub", value: "fine" })).toThrow("no verdict");
});

it.each([
  ["P1W", 604_800_000],
  ["P1DT1H", 90_000_000],
  ["PT61M", 3_660_000],
])("a case may wait for %s", (text, ms) => expect(durationMs(text)).toBe(ms));
