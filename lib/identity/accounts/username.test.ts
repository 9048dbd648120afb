import fc from "fast-check";
import { expect, test } from "vitest";
import { findUsernameIssue, usernameOfAddress } from "@/lib/identity/accounts/username";

test.each(["ada", "ada-lovelace", "a1b", "x".repeat(32)])("%s can be a user name", (name) => {
  expect(findUsernameIssue(name)).toBeNull();
});

test.each(["ab", "Ada", "-ada", "ada-", "a--b", "a_b", "x".repeat(33), "ада", "ada\n", ""])(
  "%j cannot",
  (name) => {
    expect(findUsernameIssue(name)).toBe("malformed");
  },
);

test("names that promise authority are reserved", () => {
  for (const name of [
    "verifier",
    "ad-min",
    "emporion-official",
    "empo-rion",
    "emporion2",
    "emp0rion",
    "ernporlon",
  ])
    expect([name, findUsernameIssue(name)]).toEqual([name, "reserved"]);
});

test("every address gives a legal user name, whatever the attempt", () => {
  const character = fc.constantFrom(
    ...Array.from("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"),
  );
  const address = fc.string({ unit: character, minLength: 32, maxLength: 44 });
  fc.assert(
    fc.property(address, fc.nat(4), (text, attempt) => {
      expect(findUsernameIssue(usernameOfAddress(text, attempt, () => "0a1b2c"))).toBeNull();
    }),
  );
});
