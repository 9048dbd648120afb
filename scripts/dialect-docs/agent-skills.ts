import {
  AGENT_SKILLS_BODY_TOKENS,
  AGENT_SKILLS_MAX_LINES,
  DESCRIPTION_MAX_CHARACTERS,
} from "@/lib/skill-format/constants";
import { body, drop, file, set, type DialectPage, type Sample } from "./page";

const example: Sample = {
  dir: "pdf-processing",
  frontMatter: `name: pdf-processing
description: Extracts text and tables from PDF files. Use when someone works with PDFs or forms.
license: Apache-2.0
compatibility: Requires python3
metadata:
  author: example-org
  version: "1.0"
allowed-tools: Bash(git:*) Read`,
  body: "# PDF processing\n\nRead [the guide](references/guide.md) first.\n",
  files: { "references/guide.md": "# Guide\n" },
};

export const agentSkillsPage: DialectPage = {
  profile: "agent-skills",
  about: [
    "Agent Skills is the open standard, here as its translated document states it. A skill is a folder with a SKILL.md that has two required fields. It is loaded in three steps: name and description, the whole file, the files that it refers to.",
  ],
  example,
  tries: [
    ["`name: PDF-Processing`", set("name", "PDF-Processing")],
    ["`name: pdf--processing`", set("name", "pdf--processing")],
    ["a directory of another name", (sample) => ({ ...sample, dir: "pdf" })],
    [
      `a description of ${DESCRIPTION_MAX_CHARACTERS + 1} characters`,
      set("description", `Use ${"d".repeat(DESCRIPTION_MAX_CHARACTERS - 3)}`),
    ],
    ["`description: Helps with PDFs.`", set("description", "Helps with PDFs.")],
    ['`compatibility: ""`', set("compatibility", "''")],
    ["`compatibility: Needs C # 12`", set("compatibility", "Needs C # 12")],
    ["a list in `metadata`", set("metadata.list", "[a]")],
    ["`allowed-tools: Read, Grep`", set("allowed-tools", "Read, Grep")],
    ["a key no dialect knows", set("mood", "happy")],
    ["a body of 5000 Chinese characters", body("字".repeat(AGENT_SKILLS_BODY_TOKENS))],
    [`a file of more than ${AGENT_SKILLS_MAX_LINES} lines`, body("x\n".repeat(AGENT_SKILLS_MAX_LINES))],
    ["a link to a file that is not there", file("references/guide.md", null)],
  ],
};

export const agentSkillsUpstreamPage: DialectPage = {
  profile: "agent-skills-upstream",
  about: [
    "Today's reference implementation of Agent Skills differs from the translated text: names may contain lower-case letters of any script, other keys are refused, YAML is read in a strict subset in which every scalar is a text, and the front matter ends at the next three hyphens, wherever they are.",
    "How far the verdicts agree with the npm package `skills-ref` is measured in [conformance](../conformance.md).",
  ],
  example,
  tries: [
    [
      "`name: 번역-도우미` in a directory of that name",
      (sample) => ({ ...set("name", "번역-도우미")(sample), dir: "번역-도우미" }),
    ],
    ["`name: НАВЫК`", (sample) => ({ ...set("name", "НАВЫК")(sample), dir: "НАВЫК" })],
    ["a key of another dialect: `version: 1.0.0`", set("version", "1.0.0")],
    ['`compatibility: ""`', set("compatibility", "''")],
    ["a list in brackets", set("license", "[MIT]")],
    ["`description: null`, which is a text here", set("description", "null")],
    ["three hyphens inside the description", set("description", "Reads PDFs --- and more. Use it.")],
    ["no description", drop("description")],
  ],
};
