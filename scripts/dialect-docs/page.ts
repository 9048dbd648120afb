import { parseDocument, type Document } from "yaml";
import { checkSkill, type CheckProfile, type Issue } from "@/lib/skill-format";

/** A skill the pages show or try things on. */
export interface Sample {
  frontMatter: string;
  body: string;
  /** Further files by path. */
  files: Readonly<Record<string, string>>;
  dir?: string;
}

/** A way to change a skill. */
export type Change = (sample: Sample) => Sample;

/** One page; what the checks answer is asked of the checks themselves. */
export interface DialectPage {
  profile: CheckProfile;
  /** Paragraphs that say what the document is. */
  about: readonly string[];
  /** A skill without errors and warnings. */
  example: Sample;
  /** What is written, and how the example is changed for it. */
  tries: readonly (readonly [written: string, change: Change])[];
}

/** The front matter with a value written at a key path, as YAML text. */
export function set(path: string, yaml: string): Change {
  return edit((document) => {
    const value = parseDocument(yaml).contents;
    document.setIn(keysOf(path), value);
  });
}

/** The front matter without a key. */
export function drop(path: string): Change {
  return edit((document) => void document.deleteIn(keysOf(path)));
}

/** Another body. */
export function body(text: string): Change {
  return (sample) => ({ ...sample, body: text });
}

/** Another file of the package; null takes it out. */
export function file(path: string, text: string | null): Change {
  return (sample) => {
    const files = Object.fromEntries(Object.entries(sample.files).filter(([name]) => name !== path));
    return { ...sample, files: text === null ? files : { ...files, [path]: text } };
  };
}

/** A part of the body, or of a file of the package, written otherwise. Throws when it is not there. */
export function replace(search: string, replacement: string, path?: string): Change {
  return (sample) => {
    const source = path === undefined ? sample.body : (sample.files[path] ?? "");
    if (!source.includes(search)) throw new Error(`the example does not hold ${search}`);
    const text = source.replace(search, replacement);
    return path === undefined ? { ...sample, body: text } : file(path, text)(sample);
  };
}

function edit(change: (document: Document.Parsed) => void): Change {
  return (sample) => {
    const document = parseDocument(sample.frontMatter);
    change(document);
    return { ...sample, frontMatter: document.toString({ lineWidth: 0 }).trimEnd() };
  };
}

function keysOf(path: string): string[] {
  return path.split(".");
}

/** The SKILL.md of a sample. */
export function skillText({ frontMatter, body: text }: Sample): string {
  return `---\n${frontMatter}\n---\n\n${text}`;
}

/** What the checks of a profile say to a sample. */
export function issuesOf(profile: CheckProfile, sample: Sample): Issue[] {
  const { reports } = checkSkill({
    files: new Map([["SKILL.md", skillText(sample)], ...Object.entries(sample.files)]),
    dialects: [profile],
    ...(sample.dir === undefined ? {} : { dir: sample.dir }),
  });
  return reports[0]?.issues ?? [];
}
