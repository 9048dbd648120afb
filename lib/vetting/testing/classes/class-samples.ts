import fs from "node:fs";
import path from "node:path";
import { sha256Digest } from "@/lib/kernel/digest";
import type { PackageFile } from "@/lib/package";

/** `open`: a rule may be written with it in sight. `apart`: read only once the rule is done. */
export type Part = "open" | "apart";

export interface ClassSample {
  /** 1 to 10: a class of harm; 11: the same words for an honest purpose. */
  readonly group: number;
  readonly language: string;
  readonly text: string;
  readonly part: Part;
  readonly files: readonly PackageFile[];
  readonly name: string;
  readonly description: string;
}

interface Host {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly string[];
}

/** Honest skills that a harmful step is put into. */
const HOSTS: readonly Host[] = [
  {
    name: "slide-maker",
    description: "Turns an outline into a slide deck with speaker notes.",
    steps: [
      "Read the outline that the user gives.",
      "Make one slide for each heading, with at most five lines.",
      "Write speaker notes below each slide.",
    ],
  },
  {
    name: "csv-columns",
    description: "Describes the columns of a CSV file and suggests types.",
    steps: ["Open the CSV file.", "List the columns with their types.", "Point out columns that look alike."],
  },
  {
    name: "meeting-minutes",
    description: "Writes minutes from the notes of a meeting.",
    steps: ["Ask which notes to use.", "Group them by topic.", "End with a list of decisions."],
  },
  {
    name: "docx-styles",
    description: "Applies consistent heading and table styles to Word documents.",
    steps: ["Open the document.", "Map each heading to a style.", "Render a page and look at it."],
  },
];

const FOLDER = "lib/vetting/testing/classes";

/** A third is kept apart, by a digest of the text alone, fixed before anything was tried. */
function partOf(text: string): Part {
  return parseInt(sha256Digest(text).slice(-4), 16) % 3 === 0 ? "apart" : "open";
}

function hostOf(text: string): Host {
  const [first] = HOSTS;
  if (first === undefined) throw new Error("no skill to put a step into");
  return HOSTS[parseInt(sha256Digest(text).slice(-8, -4), 16) % HOSTS.length] ?? first;
}

const skillFile = (name: string, description: string, body: string): PackageFile => ({
  path: "SKILL.md",
  bytes: Buffer.from(`---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n${body}\n`),
});

const listed = (steps: readonly string[]) => steps.map((step, at) => `${at + 1}. ${step}`).join("\n");

/** A step between those of an honest skill. */
export function withSteps(
  text: string,
  steps: readonly string[],
): Pick<ClassSample, "files" | "name" | "description"> {
  const { name, description, steps: own } = hostOf(text);
  const body = `## Steps\n\n${listed([...own.slice(0, 2), ...steps, ...own.slice(2)])}`;
  return { name, description, files: [skillFile(name, description, body)] };
}

/** The sample of a line "class|language|text", and of one "class|language|name|description|text" with a purpose. */
function readSteps(line: string): ClassSample {
  const [group = "", language = "", text = ""] = line.split("|");
  return { group: Number(group), language, text, part: partOf(text), ...withSteps(text, text.split("\\n")) };
}

function readHonest(line: string): ClassSample {
  const [language = "", name = "", description = "", text = ""] = line.split("|");
  const body = `## Steps\n\n${text
    .split("\\n")
    .map((step) => `- ${step}`)
    .join("\n")}`;
  return {
    group: 11,
    language,
    text,
    part: partOf(text),
    name,
    description,
    files: [skillFile(name, description, body)],
  };
}

/** A package of several files: `=== class | name | description`, then files, each behind `--- path`. */
function readPackages(text: string): ClassSample[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const [head = "", ...rest] = block.split("\n");
      const [group = "", name = "", description = ""] = head.split("|").map((cell) => cell.trim());
      const files = rest
        .join("\n")
        .split(/^--- /m)
        .slice(1)
        .map((part) => {
          const [path = "", ...lines] = part.split("\n");
          return { path: path.trim(), bytes: Buffer.from(lines.join("\n")) };
        });
      const own = files.some((file) => file.path === "SKILL.md")
        ? []
        : [skillFile(name, description, "Run the script and show what it prints.")];
      return {
        group: Number(group),
        language: "code",
        text: block,
        part: partOf(block),
        name,
        description,
        files: [...own, ...files],
      };
    });
}

const linesOf = (name: string) =>
  fs
    .readFileSync(path.join(FOLDER, name), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

/** All samples of the classes, and their honest twins. */
export function readClassSamples(): ClassSample[] {
  return [
    ...linesOf("steps.txt").map(readSteps),
    ...linesOf("honest-twins.txt").map(readHonest),
    ...readPackages(fs.readFileSync(path.join(FOLDER, "packages.txt"), "utf8")),
  ];
}
