import { describe, expect, it } from "vitest";
import { listVersions } from "@/lib/registry/list-versions";
import { testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { Fixtures } from "./fixtures";
import { durationMs } from "./shifted-clock";
import { Variables } from "./variables";

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

it.each([
  ["P1W", 604_800_000],
  ["P1DT1H", 90_000_000],
  ["PT61M", 3_660_000],
])("a case may wait for %s", (text, ms) => expect(durationMs(text)).toBe(ms));
