import { beforeEach, describe, expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import type { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { assertReachable, authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { createApiKey, isNameTyped, listApiKeys, revokeApiKey } from "@/lib/identity/keys/own-keys";
import { MAX_KEY_NAME_UNITS } from "@/lib/identity/schema";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const clock = fakeClock("2026-11-21T10:00:00Z");
let ada: Actor;

beforeEach(async () => {
  await database().apiKey.deleteMany();
  await database().account.deleteMany();
  ada = await createAccount({ username: "ada" });
});

test("a key authenticates its account, and its text is stored nowhere", async () => {
  const { key } = await createApiKey(ada, "laptop", clock);
  expect(key).toMatch(/^sk_[0-9a-f]{64}$/);
  expect(await authenticateApiKey(key, clock)).toMatchObject({ accountId: ada.accountId });
  const rows = JSON.stringify(await database().apiKey.findMany());
  expect(rows).not.toContain(key);
  expect(rows).not.toContain(key.slice(12));
  expect(JSON.stringify(await listApiKeys(ada))).not.toContain(key);
});

test("a revoked key stops working at once, and only its owner can revoke it", async () => {
  const { key, id } = await createApiKey(ada, "laptop", clock);
  const eve = await createAccount({ username: "eve" });
  await expect(revokeApiKey(eve, id, clock)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await authenticateApiKey(key, clock);
  await revokeApiKey(ada, id, clock);
  await expect(authenticateApiKey(key, clock)).rejects.toMatchObject({ code: "AUTH_FAILED" });
  await expect(revokeApiKey(ada, id, clock)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await listApiKeys(ada))[0]?.revokedAt).toBe("2026-11-21T10:00:00.000Z");
});

test("whatever a key is called, its name can be typed to revoke it", async () => {
  const long = "🔑".repeat(60);
  expect((await createApiKey(ada, long, clock)).name).toBe(long);
  expect(long.length).toBeLessThanOrEqual(MAX_KEY_NAME_UNITS);
  expect(isNameTyped("cafe\u0301", " caf\u00e9 ")).toBe(true);
  for (const unseen of ["\u200b", "lap\u200btop", "\u202elaptop"])
    await expect(createApiKey(ada, unseen, clock)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
});

test.each(["sk_wrong", "", `sk_${"0".repeat(64)}`, `sk_${"0".repeat(64)}\n`, "x".repeat(1_000_000)])(
  "%.20j is no key",
  async (text) => {
    await expect(authenticateApiKey(text)).rejects.toMatchObject({ code: "AUTH_FAILED" });
  },
);

test("of many revoked keys the last hundred are listed, and every working one", async () => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, number));
  const old = await createApiKey(ada, "oldest", { now: () => day(1) });
  await database().apiKey.createMany({
    data: Array.from({ length: 150 }, (_, i) => ({
      id: `key_${i}`,
      accountId: ada.accountId,
      name: "made and revoked",
      keyHash: `hash ${i}`,
      prefix: "sk_00000000",
      createdAt: day(i + 2),
      revokedAt: day(i + 2),
    })),
  });
  const ids = (await listApiKeys(ada)).map(({ id }) => id);
  expect(ids).toEqual([...Array.from({ length: 100 }, (_, i) => `key_${149 - i}`), old.id]);
});

test("the time of last use is written at most once a minute", async () => {
  const moving = fakeClock("2026-11-21T10:00:00Z");
  const { key } = await createApiKey(ada, "laptop", moving);
  const lastUse = async () => (await listApiKeys(ada))[0]?.lastUsedAt;
  await authenticateApiKey(key, moving);
  moving.advanceMs(59_000);
  await authenticateApiKey(key, moving);
  expect(await lastUse()).toBe("2026-11-21T10:00:00.000Z");
  moving.advanceMs(1_000);
  await authenticateApiKey(key, moving);
  expect(await lastUse()).toBe("2026-11-21T10:01:00.000Z");
});

test("an account has at most 20 working keys, even when they are made at once", async () => {
  for (let i = 0; i < 8; i++) await createApiKey(ada, `key ${i}`, clock);
  const made = await Promise.allSettled(
    Array.from({ length: 16 }, (_, i) => createApiKey(ada, `last ${i}`, clock)),
  );
  expect(made.filter((result) => result.status === "fulfilled")).toHaveLength(12);
  const codes = made.flatMap((each) =>
    each.status === "rejected" ? [(each.reason as DomainError).code] : [],
  );
  expect(new Set(codes)).toEqual(new Set(["PERMISSION_DENIED"]));
});

test.each(["", "   ", "x".repeat(61), "a\0b", "a\nb", "\ud800"])("the name %j is refused", async (name) => {
  await expect(createApiKey(ada, name)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
});

describe("who may publish", () => {
  test("an account with an e-mail address that was never confirmed may not", async () => {
    const bob = await createAccount({ username: "bob", email: "bob@example.com" });
    const { key } = await createApiKey(bob, "k", clock);
    const actor = await authenticateApiKey(key, clock);
    expect(() => assertReachable(actor)).toThrow(
      expect.objectContaining({ code: "EMAIL_NOT_VERIFIED" }) as Error,
    );
  });

  test("an account with a confirmed address, or with a wallet alone, may", async () => {
    assertReachable(await createAccount({ username: "bob", email: "bob@example.com", emailVerified: true }));
    assertReachable(ada);
  });
});

describe("a key that a program made with its own", () => {
  /** Three keys in a line: a person's, one made with it, and one made with that. */
  async function lineage() {
    const first = await createApiKey(ada, "laptop", clock);
    const second = await createApiKey(await authenticateApiKey(first.key, clock), "its own", clock);
    const third = await createApiKey(await authenticateApiKey(second.key, clock), "its own's", clock);
    const other = await createApiKey(ada, "desktop", clock);
    return { first, second, third, other };
  }
  const working = async () =>
    (await listApiKeys(ada))
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ name }) => name)
      .sort();

  test("names it, and a key of a person's names none", async () => {
    const { first, second, third, other } = await lineage();
    expect([first, second, third, other].map(({ madeBy }) => madeBy)).toEqual([
      null,
      first.id,
      second.id,
      null,
    ]);
  });

  test("ends with it, down the line; whoever revokes another one keeps theirs", async () => {
    const { first, second, third } = await lineage();
    await revokeApiKey(ada, second.id, clock);
    expect(await working()).toEqual(["desktop", "laptop"]);
    for (const { key } of [second, third])
      await expect(authenticateApiKey(key, clock)).rejects.toMatchObject({ code: "AUTH_FAILED" });
    await revokeApiKey(ada, first.id, clock);
    expect(await working()).toEqual(["desktop"]);
  });

  test("is revoked by it, at any distance, and revokes nothing but itself and its own", async () => {
    const { first, second, third, other } = await lineage();
    const [one, two] = [
      await authenticateApiKey(first.key, clock),
      await authenticateApiKey(second.key, clock),
    ];
    for (const id of [first.id, other.id])
      await expect(revokeApiKey(two, id, clock)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(revokeApiKey(one, other.id, clock)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect(await working()).toEqual(["desktop", "its own", "its own's", "laptop"]);
    await revokeApiKey(one, third.id, clock);
    await revokeApiKey(two, second.id, clock);
    expect(await working()).toEqual(["desktop", "laptop"]);
  });

  test("is refused, or ends too, when it is being made at that moment", async () => {
    const { key, id } = await createApiKey(ada, "laptop", clock);
    const program = await authenticateApiKey(key, clock);
    const made = Array.from({ length: 8 }, (_, at) => createApiKey(program, `key ${at}`, clock));
    await Promise.allSettled([...made, revokeApiKey(ada, id, clock)]);
    expect(await working()).toEqual([]);
  });
});
