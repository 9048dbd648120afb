import { beforeAll, describe, expect, test } from "vitest";
import { findConfusableName, similarNames } from "@/lib/registry/names/confusable-names";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import {
  buildSkillPackage,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();
const base = uniqueName("like");
const asked = (slug: string) => findConfusableName({ slug, auditState: "Unverified" });
let first: TestAccount;
beforeAll(async () => {
  first = await makeAccount();
  await publishNow(buildSkillPackage({ name: base }), first);
});

describe("a skill is named as one that another may be taken for", () => {
  test("when it is older, somebody else's and one slip away", async () => {
    const copy = `${base}s`;
    await publishNow(buildSkillPackage({ name: copy }), await makeAccount());
    expect(await asked(copy)).toEqual({ slug: base, publisher: first.username });
    expect(await asked(base)).toBeNull();
    expect(await findConfusableName({ slug: copy, auditState: "Audited" })).toBeNull();
  });

  test("and not for the publisher of the first, also when somebody has made a copy since", async () => {
    const sibling = `${base}x`;
    await publishNow(buildSkillPackage({ name: sibling }), first);
    expect(await asked(sibling)).toBeNull();
  });

  test("nor while it is in quarantine", async () => {
    const [original, copy] = [uniqueName("kept"), uniqueName("kept")];
    await publishNow(buildSkillPackage({ name: `${original}-${copy}` }), first);
    await publishNow(buildSkillPackage({ name: `${copy}-${original}` }), await makeAccount());
    expect(await asked(`${copy}-${original}`)).toMatchObject({ slug: `${original}-${copy}` });
    const actor = await makeAdministrator();
    await quarantineSkill({ actor, skill: `${original}-${copy}`, reason: "It sends data away." });
    expect(await asked(`${copy}-${original}`)).toBeNull();
  });
});

describe("names that are easily taken for another", () => {
  test.each([
    ["csv-profile", "csvprofiles"],
    ["csv-profile", "csvprofi1e"],
    ["csv-profile", "cvsprofile"],
    ["csv-profile", "csvprofle"],
    ["csv-profile", "profilecsv"],
    ["json-diff", "jsondiff2"],
  ])("%s and %s", (slug, name) => {
    expect(similarNames(slug)).toContain(name);
  });

  test.each([
    ["base64-text", "base32text"],
    ["json2csv-one", "json3csvone"],
    ["parser", "parse"],
    ["csv-profile", "csvprofile"],
    ["csv-profile", "tsvprofiles"],
  ])("not %s and %s", (slug, name) => {
    expect(similarNames(slug)).not.toContain(name);
  });
});
