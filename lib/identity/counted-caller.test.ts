import { expect, test } from "vitest";
import { countedIdentity, type CountedCaller } from "@/lib/identity/counted-caller";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";

const DAY = new Date("2026-11-28T10:00:00Z");
const NEXT = new Date("2026-11-29T10:00:00Z");
const of = (caller: Partial<CountedCaller>, at = DAY) =>
  countedIdentity({ address: "198.51.100.1", ...caller }, at);

test.each<[string, Partial<CountedCaller>, Partial<CountedCaller>, { identity: boolean; address: boolean }]>([
  [
    "an account from two networks",
    { accountId: "a" },
    { accountId: "a", address: "198.51.100.2" },
    { identity: true, address: true },
  ],
  [
    "an account that names agents",
    { accountId: "a", agentName: "x" },
    { accountId: "a", agentName: "y" },
    { identity: true, address: true },
  ],
  ["two accounts at one address", { accountId: "a" }, { accountId: "b" }, { identity: false, address: true }],
  [
    "an agent at two addresses",
    { agentName: "x" },
    { agentName: "X", address: "198.51.100.2" },
    { identity: true, address: false },
  ],
  ["two agents at one address", { agentName: "x" }, { agentName: "y" }, { identity: false, address: true }],
  ["nobody at two addresses", {}, { address: "198.51.100.2" }, { identity: false, address: false }],
  ["nobody twice", {}, {}, { identity: true, address: true }],
  [
    "an account called as an agent is",
    { accountId: "x" },
    { agentName: "x" },
    { identity: false, address: false },
  ],
])("%s", (_name, one, other, same) => {
  const [first, second] = [of(one), of(other)];
  expect(first.identityHash === second.identityHash).toBe(same.identity);
  expect(first.addressHash === second.addressHash).toBe(same.address);
});

test("an address is another one on another day, and an account the same; accounts have no address", () => {
  expect(of({}).addressHash).not.toBe(of({}, NEXT).addressHash);
  expect(of({}).identityHash).toBe(of({}).addressHash);
  expect(of({ agentName: "x" }).addressHash).toBe(of({}).addressHash);
  expect(of({ accountId: "a" }).identityHash).toBe(of({ accountId: "a" }, NEXT).identityHash);
  expect(of({ accountId: "a" }).addressHash).toBeNull();
  expect(of({}).day).toEqual(new Date("2026-11-28T00:00:00Z"));
});

test("without its secret nothing is counted", () => {
  const { NEXTAUTH_SECRET = "" } = process.env;
  delete process.env["NEXTAUTH_SECRET"];
  try {
    expect(() => of({})).toThrow("NEXTAUTH_SECRET");
  } finally {
    process.env["NEXTAUTH_SECRET"] = NEXTAUTH_SECRET;
  }
});
