import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "@/lib/db/client";
import { drainJobs } from "@/lib/platform/jobs/work";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { assemblePackage, writeArchive } from "@/lib/package";
import { decodeSkillMd } from "@/lib/publishing/check-package";
import { readPackageForm } from "@/lib/publishing/read-package-form";
import {
  beginPublication,
  MAX_UNDER_WAY,
  changeSource,
  packSource,
  setPublicationTerms,
  startVetting,
} from "@/lib/publishing/publications/publication-steps";
import { purgeAged } from "@/lib/db/purge-rows";
import { listUnderWay, readPublication } from "@/lib/publishing/publications/read-publication";
import { publishPublication, shownOf } from "@/lib/publishing/publications/publish-publication";
import { replaceSource } from "@/lib/publishing/publications/repository";
import { buildObedientSkill, printing } from "@/lib/running/testing/obedient-skill";
import { testRunner } from "@/lib/running/testing/test-runner";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { whileHeld } from "@/lib/testing/while-held";

const database = testDatabase();
testRunner();

let account: TestAccount;
let stranger: TestAccount;
beforeAll(async () => {
  account = await makeAccount();
  stranger = await makeAccount();
});
beforeEach(async () => {
  await database().publication.deleteMany();
});

const of = (id: string, who = account) => ({ id, accountId: who.accountId });
const begin = (skillPackage = buildSkillPackage(), who = account) =>
  beginPublication({ accountId: who.accountId, package: skillPackage, fileName: "a.zip" });

test("a package under way can be left and found again, by its account alone", async () => {
  const skillPackage = buildSkillPackage();
  const id = await begin(skillPackage);
  const found = await readPublication(of(id));
  expect(found).toMatchObject({
    fileName: "a.zip",
    packageDigest: skillPackage.digest,
    vettingState: "none",
  });
  expect(found?.package.digest).toBe(skillPackage.digest);
  expect(await readPublication(of(id, stranger))).toBeNull();
  expect(await listUnderWay(stranger.accountId)).toEqual([]);
  await expect(startVetting(of(id, stranger))).rejects.toMatchObject({ code: "PUBLICATION_NOT_FOUND" });
});

test("a package whose SKILL.md lies in a folder and cannot be read is kept, and changed as proposed", async () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const archive = writeArchive([
    { path: "repo/README.md", bytes: bytes("# Repository\n") },
    {
      path: "repo/skills/form-filler/Skill.md",
      bytes: bytes("---\nname: Form_Filler\ndescription: Forms: fills.\n"),
    },
    { path: "repo/skills/form-filler/fill.sh", bytes: bytes("#!/bin/sh\n"), executable: true },
  ]);
  const form = new FormData();
  form.set("skill_file", new File([Uint8Array.from(archive)], "repo.zip"));
  const reading = await readPackageForm(form);
  if (!reading.ok) throw new Error(reading.message);
  const id = await begin(reading.package);
  const before = await readPublication(of(id));
  expect(before?.package.files.map(({ path }) => path)).toContain("repo/README.md");
  const text = decodeSkillMd(before!.package);
  expect(await changeSource(of(id), { text, over: before!.packageDigest, fix: "proposal" })).toBeNull();
  const after = await readPublication(of(id));
  expect(after?.package.files.map(({ path, executable }) => [path, executable])).toEqual([
    ["SKILL.md", false],
    ["fill.sh", true],
  ]);
  expect(after).toMatchObject({ slug: "form-filler", package: { rootDirectory: "form-filler" } });
  expect(after?.skillMd).toBe('---\nname: form-filler\ndescription: "Forms: fills."\n---\n');
});

test("an account has ten packages under way at most, also when it begins more at once", async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: MAX_UNDER_WAY + 3 }, () => begin()));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_UNDER_WAY);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "REQUEST_INVALID" });
});

test("one of ten can be replaced, and stays when what replaces it is refused", async () => {
  const ids = await Promise.all(Array.from({ length: MAX_UNDER_WAY }, () => begin()));
  const [instead = ""] = ids;
  const { accountId } = account;
  const large = { path: "large.bin", bytes: randomBytes(6 * 1024 * 1024) };
  const tooLarge = assemblePackage([...buildSkillPackage().files, large]);
  const refused = beginPublication({ accountId, package: tooLarge, fileName: null, instead });
  await expect(refused).rejects.toMatchObject({ code: "CONTENT_TOO_LARGE" });
  expect(await readPublication(of(instead))).not.toBeNull();
  const id = await beginPublication({ accountId, package: buildSkillPackage(), fileName: null, instead });
  expect(await readPublication(of(instead))).toBeNull();
  expect(await listUnderWay(accountId)).toHaveLength(MAX_UNDER_WAY);
  // Nobody replaces what is another's.
  const other = { accountId: stranger.accountId, package: buildSkillPackage(), fileName: null };
  await beginPublication({ ...other, instead: id });
  expect(await readPublication(of(id))).not.toBeNull();
});

test("a package whose file is called skill.md can be changed and mended like any other", async () => {
  const agentSkill = (description: string) =>
    `---\nname: whisper\ndescription: ${description}\n---\n\n# Whisper\n`;
  const skillPackage = assemblePackage([
    { path: "skill.md", bytes: Buffer.from(agentSkill("Says it quietly.")) },
  ]);
  const id = await begin(skillPackage);
  await changeSource(of(id), {
    text: agentSkill("Says it: quietly."),
    fix: "all",
    over: skillPackage.digest,
  });
  expect((await readPublication(of(id)))?.skillMd).toBe(agentSkill('"Says it: quietly."'));
});

describe("two tabs with one package", () => {
  test("the second to save replaces nothing it has not seen, and is told what stands", async () => {
    const id = await begin();
    const { skillMd, packageDigest: over } = (await readPublication(of(id)))!;
    const [one, other] = [`${skillMd}\nOf one tab.\n`, `${skillMd}\nOf the other.\n`];
    expect(await changeSource(of(id), { text: one, over })).toBeNull();
    const stands = await readPublication(of(id));
    const standing = await changeSource(of(id), { text: other, over });
    expect(standing?.digest).toBe(stands?.packageDigest);
    expect((await readPublication(of(id)))?.skillMd).toBe(one);
    expect(await changeSource(of(id), { text: other, over: standing!.digest })).toBeNull();
    expect((await readPublication(of(id)))?.skillMd).toBe(other);
  });

  test("pressed twice, or written alike in both, a text is saved", async () => {
    const id = await begin();
    const { skillMd, packageDigest: over } = (await readPublication(of(id)))!;
    const save = () => changeSource(of(id), { text: `${skillMd}\nMore.\n`, over });
    expect(await Promise.all([save(), save()])).toEqual([null, null]);
    expect(await save()).toBeNull();
  });

  test("of two that save at once one is told", async () => {
    const id = await begin();
    const { skillMd, packageDigest: over } = (await readPublication(of(id)))!;
    const first = await packSource(buildSkillPackage());
    const saved = await whileHeld(
      (db) => replaceSource(db, { ...of(id), packageDigest: over }, { ...first, now: new Date() }),
      () => changeSource(of(id), { text: `${skillMd}\nMore.\n`, over }),
    );
    expect(saved?.digest).toBe(first.packageDigest);
    expect((await readPublication(of(id)))?.packageDigest).toBe(first.packageDigest);
  });

  test("a text for a package that was discarded meanwhile is not said to be saved", async () => {
    const id = await begin();
    const { skillMd, packageDigest: over } = (await readPublication(of(id)))!;
    const saving = whileHeld(
      (db) => db.publication.deleteMany({ where: { id } }),
      () => changeSource(of(id), { text: `${skillMd}\nMore.\n`, over }),
    );
    await expect(saving).rejects.toMatchObject({ code: "PUBLICATION_NOT_FOUND" });
  });
});

describe("vetting before publishing", () => {
  test("keeps each check with its outcome and its time, and publishes nothing", async () => {
    const skillPackage = buildObedientSkill({
      frontMatter: {
        examples: [
          { name: "one", input: printing('{"echo":"a"}'), output: { echo: "a" } },
          { name: "two", input: printing('{"other":1}'), output: { echo: "a" } },
        ],
      },
    });
    const id = await begin(skillPackage);
    await startVetting(of(id));
    expect(await readPublication(of(id))).toMatchObject({ vettingState: "queued", vettingStatus: null });
    await drainJobs(marketHandlers);
    const vetted = await readPublication(of(id));
    expect(vetted).toMatchObject({ vettingState: "done", vettingStatus: "approved" });
    expect(vetted?.checks.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      "archive passed",
      expect.stringMatching(/^formats (passed|warned)$/),
      "rules passed",
      "examples warned",
    ]);
    expect(vetted?.checks[3]?.counts).toEqual({
      total: 2,
      proven: 1,
      ranAtMs: expect.any(Number) as number,
    });
    for (const { ms } of vetted?.checks ?? []) expect(ms).toBeGreaterThanOrEqual(0);
    expect(await database().skillVersion.count({ where: { packageDigest: skillPackage.digest } })).toBe(0);
  });

  test("a key that two dialects do not know is one warning", async () => {
    const warningsOf = async (frontMatter: Record<string, unknown>) => {
      const id = await begin(buildObedientSkill({ frontMatter }));
      await startVetting(of(id));
      await drainJobs(marketHandlers);
      const { counts } = (await readPublication(of(id)))?.checks.find(({ kind }) => kind === "formats") ?? {};
      return counts?.["warnings"] ?? 0;
    };
    expect((await warningsOf({ price_in_shells: 5 })) - (await warningsOf({}))).toBe(1);
  });

  test("another text begins anew, and the vetting of the old one says nothing about it", async () => {
    const id = await begin();
    const before = await readPublication(of(id));
    await startVetting(of(id));
    await changeSource(of(id), { text: `${before?.skillMd}\nMore.\n`, over: before!.packageDigest });
    await drainJobs(marketHandlers);
    expect(await readPublication(of(id))).toMatchObject({ vettingState: "none", checks: [] });
    await startVetting(of(id));
    await drainJobs(marketHandlers);
    expect(await readPublication(of(id))).toMatchObject({ vettingState: "done" });
  });

  test("safe fixes are applied when they are asked for", async () => {
    const id = await begin();
    const { skillMd = "", packageDigest: over = "" } = (await readPublication(of(id))) ?? {};
    const broken = skillMd.replace(/^(version: )"?(\d+\.\d+)\.\d+"?$/m, "$1$2");
    expect(broken).not.toBe(skillMd);
    await changeSource(of(id), { text: broken, fix: "all", over });
    expect((await readPublication(of(id)))?.skillMd).toMatch(/^version: \d+\.\d+\.0$/m);
  });
});

test("what is published is what was shown, once, and is under way no more", async () => {
  const name = uniqueName("wizard");
  const skillPackage = buildSkillPackage({ frontMatter: { name } });
  const actor = await getActorOf(account.username);
  const id = await begin(skillPackage);
  await setPublicationTerms(of(id), { price: "20 000", listing: "unverified" });
  const listed = { listing: "unverified", organisation: "" };
  const shown = { packageDigest: skillPackage.digest, priceLamports: "20000", ...listed };
  for (const other of [
    { packageDigest: "sha256:0" },
    { priceLamports: "20001" },
    { priceLamports: "" },
    { listing: "audit" },
    { organisation: "acme" },
  ]) {
    await expect(publishPublication(actor, { id, shown: { ...shown, ...other } })).rejects.toMatchObject({
      code: "REQUEST_INVALID",
      message: "The package was changed after this page was opened. Read it again.",
    });
  }
  const outcomes = await Promise.allSettled([1, 2].map(() => publishPublication(actor, { id, shown })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await database().skillVersion.findMany({ where: { skill: { slug: name } } })).toHaveLength(1);
  expect(await readPublication(of(id))).toBeNull();
});

test("a text that is saved in another tab while it is published is neither published unseen nor lost", async () => {
  const name = uniqueName();
  const id = await begin(buildSkillPackage({ name }));
  await setPublicationTerms(of(id), { price: "", listing: "unverified" });
  const before = await readPublication(of(id));
  const actor = await getActorOf(account.username);
  const changed = await packSource(buildSkillPackage({ name, description: "Another text, written late." }));
  const packageDigest = before!.packageDigest;
  const save = (db: Database) =>
    replaceSource(db, { ...of(id), packageDigest }, { ...changed, now: new Date() });
  const publishing = whileHeld(save, () => publishPublication(actor, { id, shown: shownOf(before!) }));
  await expect(publishing).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  expect(await readPublication(of(id))).toMatchObject({ packageDigest: changed.packageDigest });
  expect(await database().skill.count({ where: { slug: name } })).toBe(0);
});

test("pressed twice, a package whose file states no version is published once too", async () => {
  const name = uniqueName("wizard");
  const actor = await getActorOf(account.username);
  const skillPackage = buildSkillPackage({ name, version: null });
  const id = await begin(skillPackage);
  const publish = () =>
    publishPublication(actor, {
      id,
      shown: { packageDigest: skillPackage.digest, priceLamports: "", listing: "", organisation: "" },
    });
  const outcomes = await Promise.allSettled([publish(), publish()]);
  expect(
    outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : [])),
  ).toMatchObject([{ code: "PUBLICATION_NOT_FOUND" }]);
  expect(await database().skillVersion.findMany({ where: { skill: { slug: name } } })).toHaveLength(1);
});

test.each(["1.5", "0,5", "1 000 000,5", "-1", "1e3", "18446744073709551616"])(
  "no price is %s",
  async (price) => {
    const id = await begin();
    await expect(setPublicationTerms(of(id), { price, listing: "audit" })).rejects.toMatchObject({
      code: "REQUEST_INVALID",
    });
  },
);

test("what nobody goes on with is forgotten after 30 days", async () => {
  const id = await begin();
  await purgeAged("Publications", new Date(Date.now() + 29 * 86_400_000));
  expect(await readPublication(of(id))).not.toBeNull();
  await purgeAged("Publications", new Date(Date.now() + 31 * 86_400_000));
  expect(await readPublication(of(id))).toBeNull();
});
