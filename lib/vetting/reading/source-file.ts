import { readTextFile, type PackageFile } from "@/lib/package";

type FileLanguage = "python" | "javascript" | "shell" | "powershell" | "markdown" | "other";

/** A file of the package as the rules see it; `text` is null for anything that is not UTF-8 text. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly text: string | null;
  readonly language: FileLanguage;
  /** SKILL.md and its overlays: what an agent is told to do, not only what it may look up. */
  readonly isSkillDocument: boolean;
}

const BY_EXTENSION = new Map<string, FileLanguage>([
  ["py", "python"],
  ["pyw", "python"],
  ["pyi", "python"],
  ["js", "javascript"],
  ["mjs", "javascript"],
  ["cjs", "javascript"],
  ["jsx", "javascript"],
  ["ts", "javascript"],
  ["mts", "javascript"],
  ["cts", "javascript"],
  ["tsx", "javascript"],
  ["sh", "shell"],
  ["bash", "shell"],
  ["zsh", "shell"],
  ["ksh", "shell"],
  ["command", "shell"],
  ["ps1", "powershell"],
  ["psm1", "powershell"],
  ["bat", "powershell"],
  ["cmd", "powershell"],
  ["md", "markdown"],
  ["mdx", "markdown"],
  ["markdown", "markdown"],
]);

export function readSourceFile({ path, bytes }: PackageFile): SourceFile {
  const text = readTextFile(bytes);
  const language = text === null ? "other" : languageOf(path, text);
  const isSkillDocument = /^(?:skill\.md|dialects\/[^/]+\.md)$/i.test(path);
  return { path, bytes, text, language, isSkillDocument };
}

/** By extension; a file without a telling one by its `#!` line. */
function languageOf(path: string, text: string): FileLanguage {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "";
  return BY_EXTENSION.get(extension) ?? interpreterOf(text) ?? "other";
}

function interpreterOf(text: string): FileLanguage | undefined {
  const line = /^#!([^\n]{0,200})/.exec(text)?.[1];
  if (line === undefined) return undefined;
  if (/\bpython/.test(line)) return "python";
  if (/\b(?:node|deno|bun)\b/.test(line)) return "javascript";
  if (/\b(?:ba|z|da|k)?sh\b/.test(line)) return "shell";
  return undefined;
}
