import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { loadSkillsRef, type SkillsRef } from "@/checks/bench/validate/peer";
import { readFiles, type ConformanceCase } from "@/checks/conformance/runner/conformance-case";
import { CASES_DIRECTORY, loadCases } from "@/checks/conformance/runner/load-cases";
import { PORT_DEVIATIONS } from "@/checks/conformance/upstream-deviations";
import { checkSkill } from "@/lib/skill-format";

/**
 * `npm run conformance:upstream`: the npm package `skills-ref` and our profile `agent-skills-upstream` on every case
 * that holds a SKILL.md. They agree, or the port's own deviation is listed by the case's id.
 */
async function main(): Promise<void> {
  const peer = await loadSkillsRef();
  const cases = (await loadCases(CASES_DIRECTORY)).filter(({ kind }) => kind === "skill_md");
  const base = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-upstream-"));
  const counts = { agreed: 0, upstream: 0, listed: 0, faults: 0 };
  try {
    for (const [index, testCase] of cases.entries()) {
      const verdict = await compare(testCase, path.join(base, String(index)), peer);
      const reason = PORT_DEVIATIONS[testCase.id];
      if (verdict.agrees && reason === undefined) {
        counts.agreed += 1;
        if (testCase.basis === "upstream") counts.upstream += 1;
      } else if (!verdict.agrees && reason !== undefined) {
        counts.listed += 1;
      } else {
        counts.faults += 1;
        const what = verdict.agrees ? "agrees now; take it off the list" : verdict.difference;
        console.log(`✗ ${testCase.id} (${testCase.title}): ${what}`);
      }
    }
  } finally {
    fs.rmSync(base, { recursive: true });
  }
  const ofUpstream = cases.filter(({ basis }) => basis === "upstream").length;
  console.log(
    `skills-ref ${peer.version}: ${cases.length} cases, ${counts.agreed} agree, ${counts.listed} listed deviations`,
  );
  console.log(`of the ${ofUpstream} cases taken from the reference, ${counts.upstream} agree`);
  process.exitCode = counts.faults === 0 ? 0 : 1;
}

async function compare({ input }: ConformanceCase, base: string, peer: SkillsRef) {
  const files = readFiles(input["files"]);
  const dir = typeof input["dir"] === "string" ? input["dir"] : nameOf(files);
  for (const [name, content] of files) {
    const file = path.join(base, dir, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
  fs.mkdirSync(path.join(base, dir), { recursive: true });
  const theirs = await peer.validate(path.join(base, dir));
  const [report] = checkSkill({ files, dir, dialects: ["agent-skills-upstream"] }).reports;
  const ours = (report?.issues ?? []).filter(({ severity }) => severity === "error");
  const difference = `skills-ref says ${JSON.stringify(theirs)}, we say ${JSON.stringify(ours.map(({ path: at, message }) => `${at}: ${message}`))}`;
  return { agrees: (theirs.length === 0) === (ours.length === 0), difference };
}

/** Where a case knows no directory, the one that fits the name. */
function nameOf(files: ReadonlyMap<string, string | Uint8Array>): string {
  const { slug } = checkSkill({ files, dialects: ["agent-skills-upstream"] }).manifest;
  return /^[^/\0]{1,100}$/u.test(slug) && slug !== "." && slug !== ".." ? slug : "skill";
}

await main();
