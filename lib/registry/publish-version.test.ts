import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isDomainError } from "@/lib/errors";
import { getSkill } from "@/lib/registry/get-skill";
import { listFiles } from "@/lib/registry/list-files";
import { listVersions } from "@/lib/registry/list-versions";
import { publishVersion } from "@/lib/registry/publish-version";
import { readArchiveOfVersion } from "@/lib/registry/read-archive-of-version";
import { readPackageFile } from "@/lib/registry/read-package-file";
import { readArchive } from "@/lib/package";
import {
  buildSkillPackage,
  makeAccount,
  newAddress,
  publishNow,
  testBlobStore,
  uniqueName,
  type SkillParts,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

let publisher: TestAccount;
beforeAll(async () => {
  publisher = await makeAccount();
});

const upload = (parts: SkillParts, account = publisher) =>
  publishVersion({ actor: account, package: buildSkillPackage(parts), source: "multipart" });
const publish = (parts: SkillParts, account = publisher) => publishNow(buildSkillPackage(parts), account);
const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!isDomainError(error)) throw error ?? new Error("nothing was refused");
  return error;
};
const count = async () => {
  const db = database();
  return [
    await db.skill.count(),
    await db.skillVersion.count(),
    await db.vettingJob.count(),
    await db.job.count(),
    await db.event.count(),
  ];
};

describe("a first version", () => {
  test("is stored with its files, vetted, published and readable, byte by byte", async () => {
    const name = uniqueName();
    const skillPackage = buildSkillPackage({ name });
    const { versionId, slug, version } = await publishNow(skillPackage, publisher);
    expect([slug, version]).toEqual([name, "1.0.0"]);
    const skill = await getSkill(name);
    expect(skill).toMatchObject({
      slug: name,
      version: "1.0.0",
      publisher: publisher.username,
      auditState: "Unverified",
      trustLevel: "community",
      claimStatus: "registered",
      vettingStatus: "approved",
      priceLamports: "0",
      runnable: true,
      runtime: "python3",
      packageDigest: skillPackage.digest,
      spec: "v3",
      isLatest: true,
      examplesTotal: 1,
      contentLanguage: "en",
    });
    expect(skill.convertsTo).toHaveLength(7);
    expect(skill.vetting.reportDigest).toMatch(/^sha256:/);
    expect((await listFiles(versionId)).map(({ path }) => path)).toEqual(["SKILL.md", "scripts/main.py"]);
    const script = await readPackageFile(versionId, "scripts/main.py");
    expect(Buffer.from(script.bytes).toString()).toContain("json.dump");
    const archive = readArchive((await readArchiveOfVersion(versionId)).bytes);
    expect(archive).toMatchObject({
      ok: true,
      package: { digest: skillPackage.digest, rootDirectory: name },
    });
  });

  test("is not shown before vetting has approved it", async () => {
    const name = uniqueName();
    await upload({ name });
    expect((await refusal(getSkill(name))).code).toBe("SKILL_NOT_FOUND");
  });

  test("without a version in the file gets 0.0.1, and later uploads the next patches", async () => {
    const name = uniqueName();
    const versions = [];
    for (const body of ["one", "two", "three"])
      versions.push((await publish({ name, version: null, body })).version);
    expect(versions).toEqual(["0.0.1", "0.0.2", "0.0.3"]);
    expect((await getSkill(name)).manifest.version.raw).toBe("0.0.3");
  });
});

describe("a refused upload leaves nothing behind", () => {
  test.each<[string, SkillParts, string]>([
    ["without a description", { frontMatter: { description: undefined } }, "UPLOAD_FAILED"],
    ["with a name no URL can hold", { frontMatter: { name: "Not A Slug" } }, "UPLOAD_FAILED"],
    ["with a NUL in a text", { frontMatter: { tags: ["a\0b"] } }, "UPLOAD_FAILED"],
    [
      "with a price for a wallet of somebody else",
      { paid: { lamports: 1000, payee: newAddress() } },
      "UPLOAD_FAILED",
    ],
  ])("%s", async (_, parts, code) => {
    const before = await count();
    const error = await refusal(upload(parts));
    expect(error.code).toBe(code);
    expect(error.details["findings"]).not.toHaveLength(0);
    expect(await count()).toEqual(before);
  });

  test("under a reserved name", async () => {
    await database().reservedName.create({ data: { canonicalName: "officialtools", reason: "test" } });
    const before = await count();
    expect((await refusal(upload({ name: "official-tools" }))).code).toBe("SKILL_NAME_RESERVED");
    expect((await refusal(upload({ name: "emporion" }))).code).toBe("SKILL_NAME_RESERVED");
    expect(await count()).toEqual(before);
  });

  test("by an account whose e-mail address is not confirmed", async () => {
    const account = await makeAccount();
    await database().account.update({ where: { id: account.accountId }, data: { email: "a@example.org" } });
    expect((await refusal(upload({}, account))).code).toBe("EMAIL_NOT_VERIFIED");
  });
});

describe("a price set beside the file", () => {
  const uploadAt = (parts: SkillParts, priceLamports: bigint, account = publisher) =>
    publishNow(buildSkillPackage(parts), account, { priceLamports });

  test("counts for a file that states none, and is paid to the account's wallet", async () => {
    const name = uniqueName();
    await uploadAt({ name }, 7000n);
    expect(await getSkill(name)).toMatchObject({ priceLamports: "7000", payeeAddress: publisher.address });
    expect((await refusal(uploadAt({ name }, 8000n))).code).toBe("VERSION_NOT_HIGHER");
    expect((await refusal(uploadAt({ name, version: "1.0.1" }, 8000n))).message).toContain(
      'price: "7000" → "8000"',
    );
    await uploadAt({ name, version: "1.0.1" }, 7000n);
  });

  test("must not contradict the file, be out of range, or have nobody to be paid", async () => {
    const paid = { lamports: 5000, payee: publisher.address };
    expect((await refusal(uploadAt({ paid }, 6000n))).message).toContain("5000");
    expect((await refusal(uploadAt({}, -1n))).code).toBe("UPLOAD_FAILED");
    expect((await refusal(uploadAt({}, 2n ** 64n))).code).toBe("UPLOAD_FAILED");
    const walletless = await makeAccount();
    await database().wallet.deleteMany({ where: { accountId: walletless.accountId } });
    expect((await refusal(uploadAt({}, 1n, walletless))).message).toContain("wallet");
  });
});

describe("names", () => {
  test("that differ only by hyphens are one name, also for their owner", async () => {
    const name = uniqueName("ab-cd");
    await publish({ name });
    const twin = name.replaceAll("-", "");
    expect((await refusal(upload({ name: twin }))).message).toContain(name);
    expect((await refusal(upload({ name: twin }, await makeAccount()))).code).toBe("SKILL_NAME_TAKEN");
  });

  test("held by a draft are a collision of their own", async () => {
    const name = uniqueName();
    const { skillId } = await publish({ name });
    await database().skill.update({
      where: { id: skillId },
      data: { claimStatus: "draft", ownerId: null, claimExpiresAt: new Date() },
    });
    expect((await refusal(upload({ name, version: "2.0.0" }))).code).toBe("SKILL_NAME_DRAFT_COLLISION");
  });
});

describe("a further version", () => {
  let name: string;
  beforeEach(async () => {
    name = uniqueName();
    await publish({ name, version: "1.2.0" });
  });

  test.each(["1.2.0", "1.1.9", "0.9.0", "1.2.0-rc.1", "1.2.0+build.2"])(
    "%s is refused after 1.2.0",
    async (version) => {
      const error = await refusal(upload({ name, version, body: "changed" }));
      expect([error.code, error.details["latestVersion"]]).toEqual(["VERSION_NOT_HIGHER", "1.2.0"]);
    },
  );

  test("of the same bytes is refused like any other", async () => {
    expect((await refusal(upload({ name, version: "1.2.0" }))).code).toBe("VERSION_NOT_HIGHER");
    expect(await listVersions(name)).toHaveLength(1);
  });

  test("without a version gets the next patch, also of the same bytes", async () => {
    const unversioned = uniqueName();
    for (const expected of ["0.0.1", "0.0.2", "0.0.3"]) {
      expect((await publish({ name: unversioned, version: null })).version).toBe(expected);
    }
  });

  test("is measured against the last release: patch, minor, major, pre-release, date", async () => {
    for (const version of ["1.2.1", "1.3.0-rc.1", "1.3.0", "2.0.0"]) await publish({ name, version });
    const rows = await listVersions(name);
    expect(rows.map(({ version, change, auditDuty }) => [version, change, auditDuty])).toEqual([
      ["2.0.0", "major", "full"],
      ["1.3.0", "minor", "reduced"],
      ["1.3.0-rc.1", "minor", "reduced"],
      ["1.2.1", "patch", "none"],
      ["1.2.0", "first", "full"],
    ]);
  });

  test.each<[string, Partial<SkillParts>]>([
    [
      "permissions",
      { frontMatter: { permissions: { network: true, filesystem: false, subprocess: false, env_vars: [] } } },
    ],
    [
      "entry point",
      {
        frontMatter: {
          interface: {
            type: "cli",
            runtime: "python3",
            entry_point: "scripts/other.py",
            call_pattern: "stdin_stdout",
          },
        },
        files: { "scripts/other.py": "" },
      },
    ],
  ])("that changes %s is no patch and says why", async (_, parts) => {
    const error = await refusal(upload({ name, version: "1.2.1", ...parts }));
    expect(error.code).toBe("VERSION_NOT_HIGHER");
    expect(error.details["findings"]).toHaveLength(1);
  });

  test("that changes price and payee is no patch, but may be a minor release", async () => {
    const paid = { lamports: 5000, payee: publisher.address };
    const error = await refusal(upload({ name, version: "1.2.1", paid }));
    expect(error.message).toMatch(/price: "0" → "5000".*payee/);
    await publish({ name, version: "1.3.0", paid });
    expect(await getSkill(name)).toMatchObject({ priceLamports: "5000", payeeAddress: publisher.address });
  });

  test("that changes a hint is no patch", async () => {
    const paid = { lamports: 5000, payee: publisher.address };
    await publish({ name, version: "1.3.0", paid });
    const changed = { paid, frontMatter: { annotations: { idempotentHint: false } } };
    expect((await refusal(upload({ name, version: "1.3.1", ...changed }))).message).toContain(
      "idempotentHint: true → false",
    );
  });

  test("with a number that was rejected must be higher", async () => {
    await upload({ name, version: "1.4.0" });
    await database().skillVersion.updateMany({
      where: { version: "1.4.0", skill: { slug: name } },
      data: { vettingStatus: "rejected" },
    });
    expect((await refusal(upload({ name, version: "1.4.0", body: "mended" }))).code).toBe(
      "VERSION_NOT_HIGHER",
    );
    expect((await publish({ name, version: "1.3.0", body: "mended" })).version).toBe("1.3.0");
  });
});

describe("of parallel uploads", () => {
  test("of one new name by twenty accounts exactly one wins", async () => {
    const name = uniqueName();
    const accounts = await Promise.all(Array.from({ length: 20 }, () => makeAccount()));
    const results = await Promise.allSettled(accounts.map((account) => upload({ name }, account)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "SKILL_NAME_TAKEN" });
    expect(await database().skill.count({ where: { slug: name } })).toBe(1);
  });

  test.each([
    ["twenty contents", (i: number) => ({ body: `body ${i}` })],
    ["the same bytes", () => ({})],
  ])("of one version with %s exactly one wins", async (_, contentOf) => {
    const name = uniqueName();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (__, i) => upload({ name, ...contentOf(i) })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "VERSION_NOT_HIGHER" });
    expect(await database().skillVersion.count({ where: { skill: { slug: name } } })).toBe(1);
  });
});

test("an upload writes its events and its vetting job in the same transaction", async () => {
  const name = uniqueName();
  const { versionId, skillId } = await publish({ name });
  const events = await database().event.findMany({
    where: { subjectId: { in: [versionId, skillId] } },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ kind }) => kind).sort()).toEqual([
    "skill:created",
    "version:published",
    "version:uploaded",
  ]);
});
