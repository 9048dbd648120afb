import { promisesCode, type SourceFile } from "../../reading/source-file";
import { HIGH_STRONG, HIGH_WEAK, MEDIUM_STRONG, MEDIUM_WEAK, type Grade } from "../../grade";
import { report, type Rule } from "../../rule";

const CODE = "suspicious.compiled_payload";

/** Sees files that nobody can read: programs, compiled code, archives, and files that are not what they are called. */
export const compiledPayload: Rule = {
  id: "compiled-payload",
  title: "A file cannot be read, or is not what its name says",
  why: "A skill is judged by what it says. A compiled program, a locked archive or a program named like a picture says nothing and does everything.",
  remedy:
    "Ship sources and let the person build them, or name a released version of the tool. Give each file the extension of its kind.",
  codes: [CODE],
  check({ files, openedArchives }) {
    return files.flatMap((file) => {
      const found = inspect(file, openedArchives);
      if (found === null) return [];
      const { grade, message } = found;
      return [
        report(compiledPayload, {
          code: CODE,
          ...grade,
          file: file.path,
          line: 1,
          message,
          evidence: firstBytes(file.bytes),
        }),
      ];
    });
  },
};

type Kind = "program" | "bytecode" | "archive" | "picture" | "pdf" | "wasm" | "class";

interface Magic {
  readonly kind: Kind;
  readonly name: string;
  readonly bytes: readonly number[];
}

const MAGIC: readonly Magic[] = [
  { kind: "program", name: "a Linux program", bytes: [0x7f, 0x45, 0x4c, 0x46] },
  { kind: "program", name: "a Mac program", bytes: [0xcf, 0xfa, 0xed, 0xfe] },
  { kind: "program", name: "a Mac program", bytes: [0xce, 0xfa, 0xed, 0xfe] },
  { kind: "program", name: "a Mac program", bytes: [0xfe, 0xed, 0xfa, 0xcf] },
  { kind: "program", name: "a Mac program or Java class", bytes: [0xca, 0xfe, 0xba, 0xbe] },
  { kind: "wasm", name: "a WebAssembly module", bytes: [0x00, 0x61, 0x73, 0x6d] },
  { kind: "archive", name: "a ZIP archive", bytes: [0x50, 0x4b, 0x03, 0x04] },
  { kind: "archive", name: "a gzip archive", bytes: [0x1f, 0x8b] },
  { kind: "archive", name: "a 7z archive", bytes: [0x37, 0x7a, 0xbc, 0xaf] },
  { kind: "archive", name: "an xz archive", bytes: [0xfd, 0x37, 0x7a, 0x58] },
  { kind: "archive", name: "a RAR archive", bytes: [0x52, 0x61, 0x72, 0x21] },
  { kind: "picture", name: "a PNG picture", bytes: [0x89, 0x50, 0x4e, 0x47] },
  { kind: "picture", name: "a JPEG picture", bytes: [0xff, 0xd8, 0xff] },
  { kind: "picture", name: "a GIF picture", bytes: [0x47, 0x49, 0x46, 0x38] },
  { kind: "pdf", name: "a PDF document", bytes: [0x25, 0x50, 0x44, 0x46] },
];

interface Sighting {
  readonly grade: Grade;
  readonly message: string;
}

function inspect(file: SourceFile, opened: ReadonlySet<string>): Sighting | null {
  const extension = file.path.toLowerCase().slice(file.path.lastIndexOf(".") + 1);
  const magic = findMagic(file.bytes);
  const expected = EXTENSIONS.get(extension);
  if (magic?.kind === "program") {
    return expected === undefined || expected.includes("program")
      ? { grade: MEDIUM_STRONG, message: `The file is ${magic.name}.` }
      : { grade: HIGH_STRONG, message: `The file is named like something else, but is ${magic.name}.` };
  }
  if (COMPILED.has(extension) && file.text === null)
    return { grade: MEDIUM_STRONG, message: "The file is compiled code, which nobody can read." };
  if (expected !== undefined && file.bytes.length > 0 && !matches(file, expected, magic)) {
    const isScript = file.text !== null && file.text.startsWith("#!");
    return {
      grade: isScript ? HIGH_WEAK : MEDIUM_STRONG,
      message: `The file is not what its extension .${extension} says.`,
    };
  }
  if (file.text === null && file.bytes.includes(0) && promisesText(file, extension))
    return { grade: MEDIUM_STRONG, message: "The file is named or begun like a text, but is none." };
  if (magic?.kind === "archive") return inspectArchive(file, extension, opened);
  if (magic?.kind === "wasm")
    return { grade: MEDIUM_WEAK, message: "The file is a WebAssembly module, which nobody can read." };
  return null;
}

/** Extensions that promise a form, with the magic that keeps it. */
const EXTENSIONS = new Map<string, readonly string[]>([
  ["png", ["picture"]],
  ["jpg", ["picture"]],
  ["jpeg", ["picture"]],
  ["gif", ["picture"]],
  ["pdf", ["pdf"]],
  ["exe", ["program"]],
  ["dll", ["program"]],
  ["so", ["program"]],
  ["dylib", ["program"]],
  ["docx", ["archive"]],
  ["xlsx", ["archive"]],
  ["pptx", ["archive"]],
]);
const COMPILED = new Set([
  "pyc",
  "pyo",
  "pyd",
  "class",
  "so",
  "dll",
  "dylib",
  "exe",
  "o",
  "a",
  "node",
  "elf",
  "bin_exe",
  "jar",
  "war",
  "apk",
  "msi",
  "dmg",
  "pkg",
  "deb",
  "rpm",
  "app",
  "scr",
  "com",
  "docm",
  "xlsm",
  "pptm",
]);
const TEXTS = /^(?:py|js|mjs|cjs|ts|sh|bash|md|txt|json|ya?ml|toml|csv|html?|css|xml)$/;
const promisesText = ({ path, bytes }: SourceFile, extension: string) =>
  TEXTS.test(extension) || promisesCode(path, bytes);
const DOCUMENT_ARCHIVES =
  /^(?:docx|xlsx|pptx|dotx|potx|xltx|odt|ods|odp|epub|usdz|sketch|npz|keras|kmz|key|pages|numbers|svgz)$/;

function matches({ text }: SourceFile, expected: readonly string[], magic: Magic | null): boolean {
  if (magic !== null && expected.includes(magic.kind)) return true;
  // A file that only points elsewhere (as version control leaves it) or a WebP under an older name does no harm.
  return text === null ? magic === null : text.startsWith("version https://git-lfs");
}

/** An archive that vetting could look into is judged by what it holds. */
function inspectArchive(
  { path, bytes }: SourceFile,
  extension: string,
  opened: ReadonlySet<string>,
): Sighting | null {
  // Bit 0 of the first entry's flags.
  const locked = bytes[0] === 0x50 && ((bytes[6] ?? 0) & 1) === 1;
  if (locked) return { grade: HIGH_WEAK, message: "The file is an archive locked with a password." };
  if (opened.has(path) || DOCUMENT_ARCHIVES.test(extension)) return null;
  return { grade: MEDIUM_STRONG, message: "The file is an archive that could not be looked into." };
}

function findMagic(bytes: Uint8Array): Magic | null {
  if (isWindowsProgram(bytes)) return { kind: "program", name: "a Windows program", bytes: [] };
  return MAGIC.find(({ bytes: magic }) => magic.every((byte, at) => bytes[at] === byte)) ?? null;
}

/** `MZ`, and the offset in it leads to `PE`. */
function isWindowsProgram(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x4d || bytes[1] !== 0x5a || bytes.length < 64) return false;
  const at = (bytes[60] ?? 0) + (bytes[61] ?? 0) * 256 + (bytes[62] ?? 0) * 65536;
  return bytes[at] === 0x50 && bytes[at + 1] === 0x45;
}

function firstBytes(bytes: Uint8Array): string {
  return `begins with ${Buffer.from(bytes.slice(0, 8)).toString("hex").replace(/../g, "$& ").trim()}`;
}
