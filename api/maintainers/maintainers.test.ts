import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { form, UPLOAD } from "@/api/testing/uploads";
import { sha256Hex } from "@/lib/kernel/digest";
import type { Actor } from "@/lib/identity/actor";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { drainJobs } from "@/lib/platform/jobs/work";
import { acceptInvitation } from "@/lib/ownership/maintainers/maintainers";
import { writeArchive } from "@/lib/package";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { runVetting } from "@/lib/publishing/publish-version";

const database = testDatabase();
testBlobStore();

const name = uniqueName();
const maintainers = `/v1/skills/${name}/maintainers`;
let [ann, bob]: [Actor, Actor] = [] as never;
let wallets: { own: string; theirs: string };
let keys: { owner: string; maintainer: string; stranger: string };

const keyOf = async (actor: Actor) => (await createApiKey(actor, "test")).key;
const count = () => database().skillVersion.count({ where: { skill: { slug: name } } });
const accept = async () => {
  const { id } = await database().skillMaintainer.findFirstOrThrow({
    where: { openAccountId: bob.accountId, skill: { slug: name } },
  });
  await acceptInvitation({ actor: bob, maintainerId: id });
};

beforeAll(async () => {
  const [owner, maintainer] = [await makeAccount(), await makeAccount()];
  wallets = { own: owner.address, theirs: maintainer.address };
  [ann, bob] = [await getActorOf(owner.username), await getActorOf(maintainer.username)];
  const stranger = await getActorOf((await makeAccount()).username);
  keys = { owner: await keyOf(ann), maintainer: await keyOf(bob), stranger: await keyOf(stranger) };
  const paid = { lamports: 5000, payee: owner.address };
  await publishNow(buildSkillPackage({ name, paid }), ann);
});

test("the owner invites by user name, ends it by user name, and the skill names who accepted", async () => {
  const ask = (key: string | undefined, username = bob.username) =>
    call("POST", maintainers, { json: { username }, ...(key === undefined ? {} : { key }) });
  expectProblem(await ask(undefined), 401, "AUTH_REQUIRED");
  expectProblem(await ask(keys.stranger), 403, "PERMISSION_DENIED");
  expectProblem(await ask(keys.owner, uniqueName("nobody")), 400, "REQUEST_INVALID");
  const { body } = await ask(keys.owner);
  expect(body).toMatchObject({ skill: name, username: bob.username, state: "invited" });
  expectProblem(await ask(keys.owner), 409, "MAINTAINER_NOT_POSSIBLE");
  expect((await call("GET", `/v1/skills/${name}`)).body).toMatchObject({ maintainers: [] });

  const end = (key: string) => call("DELETE", `${maintainers}/${bob.username}`, { key });
  expectProblem(await end(keys.stranger), 404, "MAINTAINER_NOT_FOUND");
  expect((await end(keys.owner)).body).toMatchObject({ state: "withdrawn" });
  expectProblem(await end(keys.owner), 404, "MAINTAINER_NOT_FOUND");
  await ask(keys.owner);
  await accept();
  expect((await call("GET", `/v1/skills/${name}`)).body).toMatchObject({
    publisher: ann.username,
    maintainers: [bob.username],
  });
  expect((await end(keys.maintainer)).body).toMatchObject({ state: "left" });
});

describe("with the key of somebody who maintains it", () => {
  beforeAll(async () => {
    await call("POST", maintainers, { json: { username: bob.username }, key: keys.owner });
    await accept();
  });

  const skill = (version: string, lamports: number, payee: string) =>
    buildSkillPackage({ name, version, paid: { lamports, payee } });
  const archive = (skillPackage: ReturnType<typeof skill>) => ({
    name: `${name}.skill`,
    bytes: writeArchive(skillPackage.files),
  });
  const upload = (skillPackage: ReturnType<typeof skill>) =>
    call("POST", UPLOAD, { body: form({ skill_file: archive(skillPackage) }), key: keys.maintainer });
  const bearer = () => ({ authorization: `Bearer ${keys.maintainer}` });

  /** As the client `clawhub` publishes: each file is announced and sent, then the version made of them. */
  async function publishByFiles(skillPackage: ReturnType<typeof skill>, version: string) {
    const files = [];
    for (const { path, bytes } of skillPackage.files) {
      const json = { path, size: bytes.length, sha256: sha256Hex(bytes) };
      const { body } = await call("POST", "/api/v1/skills/-/upload-url", { json, headers: bearer() });
      const where = new URL(String(body["uploadUrl"])).pathname;
      const sent = await call("POST", where, { body: Uint8Array.from(bytes), headers: bearer() });
      files.push({
        path,
        storageId: String(sent.body["storageId"]),
        uploadTicket: String(body["uploadTicket"]),
      });
    }
    const json = { slug: name, displayName: name, version, changelog: "", tags: ["latest"], files };
    return call("POST", "/api/v1/skills", { json, headers: bearer() });
  }

  test.each([
    ["another price", (version: string) => skill(version, 6000, wallets.own)],
    ["no price", (version: string) => skill(version, 0, wallets.own)],
    ["their own wallet", (version: string) => skill(version, 5000, wallets.theirs)],
  ])("an upload with %s changes neither, as an archive, as JSON or file by file", async (_what, make) => {
    const before = await count();
    const number = (minor: number) => `1.0.${before * 10 + minor}`;
    const sent = await upload(make(number(1)));
    expect(sent.body).toMatchObject({
      price_lamports: "5000",
      warnings: [expect.stringContaining("the file")],
    });
    const [source, ...others] = make(number(2)).files.map(({ path, bytes }) => [
      path,
      Buffer.from(bytes).toString(),
    ]);
    const json = { skill_md: source?.[1], files: Object.fromEntries(others) as Record<string, string> };
    expect((await call("POST", UPLOAD, { json, key: keys.maintainer })).status).toBe(201);
    expect((await publishByFiles(make(number(3)), number(3))).status).toBe(200);
    expect(await count()).toBe(before + 3);
    await drainJobs({ vet_version: ({ vettingJobId }) => runVetting(vettingJobId) });
    expect((await call("GET", `/v1/skills/${name}`)).body).toMatchObject({
      payee_address: wallets.own,
    });
  });

  test("nor does their key change the price; the owner's does", async () => {
    const set = (key: string, price: string) =>
      call("PUT", `/v1/skills/${name}/price`, { json: { price_lamports: price }, key });
    expectProblem(await set(keys.maintainer, "1"), 403, "PERMISSION_DENIED");
    expectProblem(await set(keys.stranger, "1"), 403, "PERMISSION_DENIED");
    expectProblem(
      await call("PUT", `/v1/skills/${name}/price`, { json: { price_lamports: "1" } }),
      401,
      "AUTH_REQUIRED",
    );
    for (const wrong of ["-1", "1.5", "1e3", "", "99999999999999999999", "0x10"])
      expect((await set(keys.owner, wrong)).status).toBe(400);
    expect((await set(keys.owner, "6000")).body).toEqual({
      skill: name,
      price_lamports: "6000",
      announced: null,
      payee_address: wallets.own,
    });
    await set(keys.owner, "5000");
  });

  test("an upload with the owner's terms is taken; the owner alone asks for a name", async () => {
    expect((await upload(skill("1.1.1", 5000, wallets.own))).status).toBe(201);
    expect((await publishByFiles(skill("1.1.2", 5000, wallets.own), "1.1.2")).status).toBe(200);
    const stored = await database().skillVersion.findMany({ where: { skill: { slug: name } } });
    expect(new Set(stored.map(({ payeeAddress }) => payeeAddress))).toEqual(new Set([wallets.own]));
    await drainJobs({ vet_version: ({ vettingJobId }) => runVetting(vettingJobId) });
    const { body } = await call("GET", `/v1/skills/${name}/versions`);
    const versions = body["results"] as Record<string, unknown>[];
    expect(versions.map((one) => [one["version"], one["uploaded_by"]]).slice(0, 2)).toEqual([
      ["1.1.2", bob.username],
      ["1.1.1", bob.username],
    ]);
    expect(versions.at(-1)).toMatchObject({ version: "1.0.0", uploaded_by: ann.username });
    expect((await call("GET", `/v1/skills/${name}`)).body).toMatchObject({
      version: "1.1.2",
      version_publisher: { name: ann.username },
      uploaded_by: bob.username,
    });
    const named = await call("POST", `/v1/skills/${name}/names`, {
      json: { name: uniqueName() },
      key: keys.maintainer,
    });
    expectProblem(named, 403, "PERMISSION_DENIED");
  });

  test("an agent of theirs adds nothing: it is no account", async () => {
    const headers = { "x-agent-author": `agent-${name}` };
    const body = form({ skill_file: archive(skill("3.0.0", 5000, wallets.own)) });
    const before = await count();
    const { status } = await call("POST", "/v1/drafts/upload", { body, headers });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await count()).toBe(before);
  });

  test("removed, they add nothing any more", async () => {
    await call("DELETE", `${maintainers}/${bob.username}`, { key: keys.owner });
    expectProblem(await upload(buildSkillPackage({ name, version: "9.0.0" })), 409, "SKILL_NAME_TAKEN");
  });
});
