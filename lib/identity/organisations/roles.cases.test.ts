import { describe, expect, test } from "vitest";
import { mayAct, readRoles, rolesFor, type OrganisationAct } from "@/lib/identity/organisations/roles";

const ACTS = ["publish", "money", "own", "account", "govern"] as const satisfies OrganisationAct[];

describe("what a member may do for an organisation", () => {
  test.each([
    [["owner"], [true, true, true, true, true]],
    [["maintainer"], [true, false, false, false, false]],
    [["money"], [false, true, false, false, false]],
    [
      ["maintainer", "money"],
      [true, true, false, false, false],
    ],
    [[], [false, false, false, false, false]],
    [["administrator"], [false, false, false, false, false]],
  ])("%j", (roles, may) => {
    expect(ACTS.map((act) => mayAct(roles, act))).toEqual(may);
  });

  test("is asked the other way round, too", () => {
    expect(ACTS.map(rolesFor)).toEqual([
      ["owner", "maintainer"],
      ["owner", "money"],
      ["owner"],
      ["owner"],
      ["owner"],
    ]);
  });
});

describe("roles as they are written", () => {
  test.each([
    [["owner"], ["owner"]],
    [["owner", "owner"], ["owner"]],
    [
      ["money", "maintainer"],
      ["maintainer", "money"],
    ],
    [["money"], ["money"]],
    [["maintainer"], ["maintainer"]],
    [["owner", "money"], null],
    [["maintainer", "admin"], null],
    [["Owner"], null],
    [[], null],
  ])("%j is %j", (written, read) => {
    expect(readRoles(written)).toEqual(read);
  });
});
