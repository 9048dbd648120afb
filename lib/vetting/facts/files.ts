import { promisesCode, type SourceFile } from "../reading/source-file";
import type { OpenedDocument } from "@/lib/vetting/document-text/opened-document";
import type { Fact, FactKind } from "./fact";
import { lineText } from "./unit";

/** What is known of a file by its bytes and its name. */
export function findBinaries(files: readonly SourceFile[], opened: ReadonlySet<string>): Fact[] {
  return files.flatMap((file) => {
    const held =
      file.text !== null &&
      /^-----BEGIN CERTIFICATE-----/m.test(file.text.slice(0, 2_000)) &&
      /\.(?:crt|cer|pem|der)$/i.test(file.path);
    if (held)
      return [
        ofFile(file.path, "holds-certificate", "The file is a certificate.", {
          traits: [],
          evidence: file.path,
        }),
      ];
    const object = objectOf(file);
    if (object !== null)
      return [ofFile(file.path, "runs-decoded", object, { traits: ["object"], evidence: object })];
    const found = inspect(file, opened);
    if (found === null) return [];
    return [
      ofFile(file.path, "holds-binary", found.message, {
        traits: found.traits,
        evidence: firstBytes(file.bytes),
      }),
    ];
  });
}

const PICKLE =
  /(?:posix|nt|os|subprocess|builtins|__builtin__)[^\w]{1,6}(?:system|popen|Popen|exec|eval|run|check_output)\b/;

/** A file of objects that starts a program when it is loaded. */
function objectOf({ path, bytes, text }: SourceFile): string | null {
  if (/\.ya?ml$/i.test(path))
    return /!!python\/(?:object\/(?:apply|new)|name):[\w.]{1,80}/.exec(text ?? "")?.[0] ?? null;
  const isPickle = bytes[0] === 0x80 || /\.(?:pkl|pickle|joblib|pt|dill)$/i.test(path);
  const head = isPickle ? Buffer.from(bytes.subarray(0, 64 * 1024)).toString("latin1") : "";
  return PICKLE.exec(head)?.[0] ?? null;
}

function ofFile(
  file: string,
  kind: FactKind,
  object: string,
  { traits, evidence, line = 1 }: { traits: readonly string[]; evidence: string; line?: number },
): Fact {
  return { kind, object, file, line, origin: "script", traits, evidence };
}

/** Documents that act when they are opened, and those that could not be read. */
export function findDocumentFacts(
  documents: readonly OpenedDocument[],
  files: readonly SourceFile[],
): Fact[] {
  const opened = documents.flatMap(({ path, deeds, unread, parts }) => [
    ...deeds.map(({ message, grave, evidence }) =>
      ofFile(path, "acts-on-opening", message, { traits: grave ? ["grave"] : [], evidence }),
    ),
    ...unread.map(({ message, grave }) =>
      ofFile(path, "not-read", message, {
        traits: grave ? ["document", "grave"] : ["document"],
        evidence: `${parts.length} parts read`,
      }),
    ),
  ]);
  return opened.concat(files.flatMap(activeCell), files.flatMap(otherEncoding));
}

/** A cell that a spreadsheet program takes for a formula which starts a program or asks a server. */
const ACTIVE_CELL =
  /(?:^|[,;\t"])[ \t]{0,20}[=+@-][ \t]{0,20}(?:(?:cmd|powershell|mshta|rundll32|msexcel|regsvr32)(?:\.exe)?\s*\||(?:WEBSERVICE|IMPORT(?:XML|DATA|HTML)|DDE)\s*\(\s*"{1,2}https?:)/im;

function activeCell({ path, text }: SourceFile): Fact[] {
  const match = text !== null && /\.(?:csv|tsv)$/i.test(path) ? ACTIVE_CELL.exec(text) : null;
  if (match === null || text === null) return [];
  const line = text.slice(0, match.index).split("\n").length;
  return [
    ofFile(
      path,
      "acts-on-opening",
      "A cell of the table starts a program or asks a server when it is opened.",
      { traits: ["grave"], evidence: lineText(text, match.index + 1), line },
    ),
  ];
}

/** PEP 263, in one of the first two lines. */
const DECLARED = /^(?:[^\r\n]*(?:\r\n|\r|\n))?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
/** Encodings in which ASCII stands for itself, so that what is code here is code there. */
const PLAIN =
  /^(?:utf-?8(?:-sig)?|u8|(?:us-)?ascii|646|latin-?1|l1|iso-?8859-?\d{1,2}|(?:cp|windows-)125\d|koi8-[ru]|euc-?(?:kr|jp)|gb2312)$/;
/** Encodings nobody writes by hand, in which ASCII can say anything. */
const ESCAPED = /^(?:utf-?7|u7|unicode-1-1-utf-7|(?:raw-)?unicode-?escape|punycode|idna|hz.*|iso-?2022.*)$/;

/** Python reads a source in the encoding it names; in UTF-7 or escapes a comment is a program. */
function otherEncoding({ path, text, language }: SourceFile): Fact[] {
  const declared = text === null || language !== "python" ? undefined : DECLARED.exec(text)?.[1];
  const name = declared?.toLowerCase().replaceAll("_", "-");
  if (declared === undefined || name === undefined || PLAIN.test(name)) return [];
  return [
    ofFile(
      path,
      "not-read",
      `Python reads this file as ${declared}, in which it may say something else than what is seen.`,
      { traits: ESCAPED.test(name) ? ["escaped"] : ["grave"], evidence: declared },
    ),
  ];
}

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
  readonly traits: readonly string[];
  readonly message: string;
}

function inspect(file: SourceFile, opened: ReadonlySet<string>): Sighting | null {
  const extension = file.path.toLowerCase().slice(file.path.lastIndexOf(".") + 1);
  const magic = findMagic(file.bytes);
  const expected = EXTENSIONS.get(extension);
  if (magic?.kind === "program") {
    return expected === undefined || expected.includes("program")
      ? { traits: ["program"], message: `The file is ${magic.name}.` }
      : {
          traits: ["disguised", "program"],
          message: `The file is named like something else, but is ${magic.name}.`,
        };
  }
  if (COMPILED.has(extension) && file.text === null)
    return { traits: ["program"], message: "The file is compiled code, which nobody can read." };
  if (expected !== undefined && file.bytes.length > 0 && !matches(file, expected, magic)) {
    const isScript = file.text !== null && file.text.startsWith("#!");
    return {
      traits: isScript ? ["misnamed", "script"] : ["misnamed"],
      message: `The file is not what its extension .${extension} says.`,
    };
  }
  if (file.text === null && file.bytes.includes(0) && promisesText(file, extension))
    return { traits: ["misnamed"], message: "The file is named or begun like a text, but is none." };
  if (magic?.kind === "archive") return inspectArchive(file, extension, opened);
  if (magic?.kind === "wasm")
    return { traits: ["wasm"], message: "The file is a WebAssembly module, which nobody can read." };
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
  if (locked) return { traits: ["locked"], message: "The file is an archive locked with a password." };
  if (opened.has(path) || DOCUMENT_ARCHIVES.test(extension)) return null;
  return { traits: ["archive"], message: "The file is an archive that could not be looked into." };
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
