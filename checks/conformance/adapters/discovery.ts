import { discoverSkills, memoryTree } from "@/lib/skill-format";
import { readFiles } from "../runner/case-input";
import type { Adapter } from "../runner/conformance-case";
import { compareFacts } from "../runner/runner-error";
import { textsOf } from "./text-expectations";

/** `discovery`: the skills below the configured directories, and those that cannot be read. */
export const discovery: Adapter = {
  kind: "discovery",
  async check({ input, expect }) {
    const found = await discoverSkills(textsOf(input["roots"]), memoryTree(readFiles(input["files"])));
    const facts = {
      names: found.records.map(({ name }) => name).sort(),
      problems: found.problems.map(({ location }) => location).sort(),
    };
    // the order of the roots is ours to choose, so both sides are sorted
    const sorted = Object.fromEntries(
      Object.entries(expect).map(([key, value]) => [key, textsOf(value).sort()]),
    );
    return compareFacts(sorted, facts);
  },
};
