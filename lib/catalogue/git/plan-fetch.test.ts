import { expect, test } from "vitest";
import type { FetchRequest } from "./fetch-request";
import { buildHistory } from "./history";
import { planFetch } from "./plan-fetch";

const NUMBERS = ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0-rc.1"];
const history = buildHistory(
  NUMBERS.map((number) => ({
    versionId: number,
    version: number,
    name: "csv",
    packageDigest: number,
    treeId: "0".repeat(40),
    archiveDigest: number,
    priceLamports: "0",
  })),
);
if (history === null) throw new Error("nothing is given out");
const nameOf = (id: string) => history.commits.get(id)?.version.version.slice(0, 1) ?? "?";
const idOf = (digit: string) =>
  [...history.commits].find(([, { version }]) => version.version.startsWith(digit))?.[0] ?? "f".repeat(40);
const idsOf = (digits: string) => Array.from(digits, idOf);
const REQUEST: Omit<FetchRequest, "wants" | "haves" | "shallows" | "depth" | "isRelative"> = {
  isDone: true,
  hasBands: true,
  needsNoDone: true,
  isComplete: true,
};

interface Case {
  says: string;
  wants: string;
  haves?: string;
  shallows?: string;
  depth?: number;
  isRelative?: boolean;
  sent: string;
  shallow?: string;
  unshallow?: string;
}

test.each<Case>([
  { says: "a clone", wants: "4", sent: "4321" },
  { says: "a clone with tags", wants: "43215", sent: "43215" },
  { says: "a clone of depth 1", wants: "4", depth: 1, sent: "4", shallow: "4" },
  { says: "a clone of depth 2", wants: "4", depth: 2, sent: "43", shallow: "3" },
  { says: "a depth beyond the first version", wants: "4", depth: 4, sent: "4321" },
  { says: "a depth without end", wants: "4", depth: 2_147_483_647, sent: "4321" },
  { says: "the first version at depth 1", wants: "1", depth: 1, sent: "1" },
  { says: "two wants at depth 1", wants: "42", depth: 1, sent: "42", shallow: "42" },
  { says: "two wants at depth 2, one below the other", wants: "43", depth: 2, sent: "432", shallow: "2" },
  { says: "a fetch", wants: "4", haves: "21", sent: "43" },
  { says: "a fetch of what is there", wants: "4", haves: "4", sent: "" },
  { says: "a fetch beside commits of one's own", wants: "4", haves: "xx2", sent: "43" },
  { says: "a fetch into a shallow clone", wants: "4", haves: "3", shallows: "3", sent: "4" },
  {
    says: "what lies behind a shallow commit is not had",
    wants: "41",
    haves: "3",
    shallows: "3",
    sent: "41",
  },
  {
    says: "a clone made deeper by 1",
    wants: "4",
    haves: "4",
    shallows: "4",
    depth: 1,
    isRelative: true,
    sent: "3",
    shallow: "3",
    unshallow: "4",
  },
  {
    says: "a clone made deeper to 3",
    wants: "4",
    haves: "4",
    shallows: "4",
    depth: 3,
    sent: "32",
    shallow: "2",
    unshallow: "4",
  },
  {
    says: "a clone made deep",
    wants: "4",
    haves: "43",
    shallows: "3",
    depth: 2_147_483_647,
    sent: "21",
    unshallow: "3",
  },
  { says: "a clone made flatter", wants: "4", haves: "4321", depth: 1, sent: "", shallow: "4" },
  { says: "another's shallow commits", wants: "4", shallows: "xy", sent: "4321" },
  { says: "a pre-release", wants: "5", haves: "4", sent: "5" },
])("$says", ({ wants, haves = "", shallows = "", depth = null, isRelative = false, sent, ...ends }) => {
  const asked = { wants: idsOf(wants), haves: idsOf(haves), shallows: idsOf(shallows), depth, isRelative };
  const plan = planFetch(history, { ...REQUEST, ...asked });
  expect({
    sent: plan.commits.map(({ version }) => version.version.slice(0, 1)).join(""),
    shallow: plan.shallow.map(nameOf).join(""),
    unshallow: plan.unshallow.map(nameOf).join(""),
  }).toEqual({ sent, shallow: ends.shallow ?? "", unshallow: ends.unshallow ?? "" });
});
