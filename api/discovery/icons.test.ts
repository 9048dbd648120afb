import { beforeAll, expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { findSkillRows } from "@/lib/search/rows";
import { purgeBlobs } from "@/lib/platform/blobs/purge-blobs";
import type { Actor } from "@/lib/identity/actor";
import { DAY_MS } from "@/lib/kernel/clock";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import { makePng, pngChunk } from "@/lib/package/testing/png";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { makeAdministrator, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publish, upload } = testPublisher();

let administrator: Actor;
beforeAll(async () => {
  administrator = await makeAdministrator();
});

/** A picture of its own for each shade. */
const picture = (shade: number) =>
  makePng({ rows: Buffer.alloc(64 * 65).map((_, at) => (at % 65 ? shade : 0)) });
const withIcon = (name: string, icon: Uint8Array, version = "1.0.0") => ({
  name,
  version,
  files: { "assets/icon.png": icon },
});

/** Where the icon of the skill is, as the list of skills, whose answers are kept, says. */
async function iconOf(name: string): Promise<string | null> {
  const { body } = await call("GET", `/v1/agent/search?q=${name}`);
  const row = (body["results"] as { name: string; icon_url: string | null }[]).find(
    (each) => each.name === name,
  );
  return row?.icon_url ? new URL(row.icon_url).pathname : null;
}

test("the icon of a listed skill is served for good as a PNG, and as nothing else", async () => {
  const name = uniqueName();
  await publish(withIcon(name, picture(1)));
  const { status, headers, bytes } = await call("GET", (await iconOf(name)) ?? "");
  expect(status).toBe(200);
  expect(Buffer.from(bytes).subarray(1, 4).toString()).toBe("PNG");
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=31536000, s-maxage=5, immutable",
  });
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';.*sandbox$/);
});

test("a version with another icon shows it at once, and the page of the one before keeps its own", async () => {
  const name = uniqueName();
  await publish(withIcon(name, picture(2)));
  const first = await iconOf(name);
  await publish(withIcon(name, picture(3), "1.1.0"));
  const second = await iconOf(name);
  expect(second).not.toBe(first);
  const [old] = await findSkillRows([{ slugOrId: name, version: "1.0.0" }], new Date());
  expect(old?.row.iconPath).toBe(first);
  for (const path of [first, second]) expect((await call("GET", path ?? "")).status).toBe(200);
  await publish({ name, version: "1.2.0" });
  expect(await iconOf(name)).toBeNull();
});

test("nothing is served of what was only uploaded, and while a skill is in quarantine", async () => {
  const name = uniqueName();
  const { versionId } = await upload(withIcon(name, picture(4)));
  const { iconDigest } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  const path = `/icons/${iconDigest?.slice("sha256:".length)}.png`;
  expect((await call("GET", path)).status).toBe(404);
  const listed = uniqueName();
  await publish(withIcon(listed, picture(5)));
  const shown = (await iconOf(listed)) ?? "";
  await quarantineSkill({ actor: administrator, skill: listed, reason: "It is looked at." });
  expect((await call("GET", shown)).status).toBe(404);
  await releaseSkill({ actor: administrator, skill: listed, reason: "It was looked at." });
  expect((await call("GET", shown)).status).toBe(200);
});

test("a skill whose picture breaks a rule is published, and has the mark of its name", async () => {
  const name = uniqueName();
  await publish(withIcon(name, makePng({ before: [pngChunk("acTL", Buffer.alloc(8))] })));
  expect(await iconOf(name)).toBeNull();
});

test.each(["/icons/x.png", "/icons/", `/icons/${"0".repeat(64)}.png`, `/icons/${"0".repeat(64)}.svg`])(
  "there is no %s",
  async (path) => {
    expect((await call("GET", path)).status).toBe(404);
  },
);

test("icons of versions stay in the store", async () => {
  const name = uniqueName();
  await publish(withIcon(name, picture(6)));
  expect(await purgeBlobs(new Date(Date.now() + 2 * DAY_MS))).toBe(0);
  expect((await call("GET", (await iconOf(name)) ?? "")).status).toBe(200);
});
