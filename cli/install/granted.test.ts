import { expect, test } from "vitest";
import { compareGranted, grantSaid, type Granted } from "./granted";

const NOTHING: Granted = {
  network: false,
  filesystem: false,
  subprocess: false,
  envVars: [],
  allowedTools: [],
  hosts: [],
  audit: "Optimistic",
  price: "100",
};

test.each<[string, Partial<Granted>, Partial<Granted>, string[]]>([
  ["nothing", {}, {}, []],
  ["a permission that was denied", {}, { network: true }, ["+ network: no -> yes"]],
  ["one that nobody denies any more", {}, { network: null }, ["+ network: no -> not declared"]],
  ["one that nobody had denied", { network: null }, { network: true }, ["network: not declared -> yes"]],
  ["one that is given up", { subprocess: true }, { subprocess: false }, ["programs: yes -> no"]],
  [
    "all three",
    {},
    { network: true, filesystem: true, subprocess: true },
    ["+ network: no -> yes", "+ files: no -> yes", "+ programs: no -> yes"],
  ],
  [
    "variables",
    { envVars: ["A", "B"] },
    { envVars: ["B", "C"] },
    ["+ variables: new: C", "variables: no longer: A"],
  ],
  [
    "variables that are not declared any more",
    { envVars: [] },
    { envVars: null },
    ["+ variables: none -> any, as none are declared"],
  ],
  [
    "variables that are now declared",
    { envVars: null },
    { envVars: ["A"] },
    ["variables: any, as none are declared -> A"],
  ],
  [
    "allowed-tools",
    { allowedTools: ["Read"] },
    { allowedTools: ["Read", "Bash"] },
    ["+ allowed-tools: new: Bash"],
  ],
  [
    "a host",
    { hosts: ["a.example"] },
    { hosts: ["b.example"] },
    ["+ hosts seen by vetting: new: b.example", "hosts seen by vetting: no longer: a.example"],
  ],
  [
    "hosts of which nothing was known",
    { hosts: null },
    { hosts: ["a.example"] },
    ["+ hosts seen by vetting: not known -> a.example"],
  ],
  [
    "hosts that turn out to be none",
    { hosts: null },
    { hosts: [] },
    ["hosts seen by vetting: not known -> none"],
  ],
  [
    "hosts of which nothing is known now",
    { hosts: [] },
    { hosts: null },
    ["+ hosts seen by vetting: none -> not known"],
  ],
  [
    "an audit that is lost",
    { audit: "Audited" },
    { audit: "Optimistic" },
    ["+ audit: Audited -> Optimistic"],
  ],
  ["an audit that is won", {}, { audit: "Audited" }, ["audit: Optimistic -> Audited"]],
  ["a higher price", { price: "99" }, { price: "100" }, ["+ price of a call: 99 -> 100 lamports"]],
  ["a lower price", { price: "1000" }, { price: "999" }, ["price of a call: 1000 -> 999 lamports"]],
])("what changes: %s", (_, before, after, lines) => {
  const changes = compareGranted({ ...NOTHING, ...before }, { ...NOTHING, ...after });
  expect(changes.map(({ line, widens }) => `${widens ? "+ " : ""}${line}`)).toEqual(lines);
});

test("where nobody knows what was granted, the new version counts as more", () => {
  expect(compareGranted(null, NOTHING)).toEqual([
    { line: "what the installed version was allowed is not known", widens: true },
  ]);
});

test("a market that says nothing of permissions has promised nothing", () => {
  const details = { audit_state: "Unverified", price_lamports: "0" } as never;
  expect(grantSaid(details)).toEqual({
    network: null,
    filesystem: null,
    subprocess: null,
    envVars: null,
    allowedTools: [],
    hosts: null,
    audit: "Unverified",
    price: "0",
  });
});
