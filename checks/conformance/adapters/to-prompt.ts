import { listAvailableSkills, readSkillRecord } from "@/lib/skill-format";
import { readFiles } from "../runner/case-input";
import type { Adapter } from "../runner/conformance-case";
import { compareFacts } from "../runner/runner-error";
import { parseXml } from "./parse-xml";
import { compareText } from "./text-expectations";

/** `to_prompt`: the XML for a system prompt, compared as parsed XML. */
export const toPrompt: Adapter = {
  kind: "to_prompt",
  check({ input, expect }) {
    const xml = listAvailableSkills(readRecords(input["skills"]), {
      withLocation: input["location"] !== false,
    });
    const { tag, children } = parseXml(xml);
    const skills = children.map((skill) =>
      Object.fromEntries(skill.children.map((member) => [member.tag, member.text])),
    );
    const { has_text: has, lacks_text: lacks, ...exact } = expect;
    return [...compareFacts(exact, { root: tag, skills }), ...compareText(xml, { has, lacks })];
  },
};

function readRecords(skills: unknown) {
  return ((skills ?? []) as { location?: string; files?: unknown }[]).flatMap(({ location, files }) => {
    const contents = readFiles(files);
    const source = contents.get("SKILL.md") ?? contents.get("skill.md") ?? "";
    const reading = readSkillRecord(source, location ?? "SKILL.md");
    return reading.ok ? reading.record : [];
  });
}
