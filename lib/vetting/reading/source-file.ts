import { readTextFile, type PackageFile } from "@/lib/package";

/** `windows`: PowerShell and batch files. `lines`: any other language of programs, which is read line by line. */
type FileLanguage = "python" | "javascript" | "shell" | "windows" | "lines" | "markdown" | "other";

/**
 * A file of the package as the rules see it; `text` is null for anything that is not text. Code and documents are read
 * also where a byte of them is no UTF-8: shells, Node.js and, with a line that says so, Python run them all the same.
 */
export interface SourceFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly text: string | null;
  readonly language: FileLanguage;
  /**
   * SKILL.md and its overlays, and notes that agents read by themselves: what an agent is told to do, not only what it
   * may look up.
   */
  readonly isSkillDocument: boolean;
}

const LINE_EXTENSIONS =
  "rb rake gemspec ru pl pm php phtml lua r jl tcl applescript vbs vb wsf hta go rs swift kt kts java scala groovy gradle cs fsx dart ex exs cr nim awk c cc cpp".split(
    " ",
  );
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
  ["dash", "shell"],
  ["ash", "shell"],
  ["fish", "shell"],
  ["ps1", "windows"],
  ["psm1", "windows"],
  ["psd1", "windows"],
  ["bat", "windows"],
  ["cmd", "windows"],
  ["md", "markdown"],
  ["mdx", "markdown"],
  ["markdown", "markdown"],
  ...LINE_EXTENSIONS.map((extension) => [extension, "lines"] as const),
]);

/** Files of these languages that have a name instead of an extension. */
const LINE_NAMES =
  /^(?:rakefile|gemfile|vagrantfile|podfile|fastfile|brewfile|guardfile|dangerfile|capfile|thorfile)$/i;

export function readSourceFile({ path, bytes }: PackageFile): SourceFile {
  const text = readTextFile(bytes) ?? (promisesCode(path, bytes) ? readLoosely(bytes) : null);
  const language = text === null ? "other" : languageOf(path, text);
  const isSkillDocument =
    /^dialects\/[^/]+\.md$|(?:^|\/)(?:skill|agents|claude|gemini|soul|memory|heartbeat)\.md$/i.test(path);
  return { path, bytes, text, language, isSkillDocument };
}

/** True for a file that is run or followed by its name or its `#!` line, whatever else is in it. */
export function promisesCode(path: string, bytes: Uint8Array): boolean {
  return BY_EXTENSION.has(extensionOf(path)) || (bytes[0] === 0x23 && bytes[1] === 0x21);
}

/** A character for each byte; null for what holds NUL and is no text in any of the encodings that code is run from. */
function readLoosely(bytes: Uint8Array): string | null {
  return bytes.includes(0) ? null : new TextDecoder("windows-1252").decode(bytes);
}

/** By extension; a file without a telling one by its `#!` line. */
function languageOf(path: string, text: string): FileLanguage {
  const named = LINE_NAMES.test(baseName(path)) ? "lines" : undefined;
  return BY_EXTENSION.get(extensionOf(path)) ?? named ?? interpreterOf(text) ?? "other";
}

const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

function extensionOf(path: string): string {
  const name = baseName(path).toLowerCase();
  return name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "";
}

function interpreterOf(text: string): FileLanguage | undefined {
  const line = /^#!([^\n]{0,200})/.exec(text)?.[1];
  if (line === undefined) return undefined;
  if (/\bpython/.test(line)) return "python";
  if (/\b(?:node|deno|bun)\b/.test(line)) return "javascript";
  if (/\b(?:pwsh|powershell)\b/.test(line)) return "windows";
  if (
    /\b(?:ruby|perl|php|lua\w*|Rscript|osascript|tclsh|wish|expect|[gm]?awk|julia|elixir|swift|groovy|scala)\b/.test(
      line,
    )
  )
    return "lines";
  if (/\buv\b.*\brun\b/.test(line)) return "python";
  if (/\b(?:ba|z|da|k|a|fi)?sh\b/.test(line)) return "shell";
  return undefined;
}
