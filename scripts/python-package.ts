// node scripts/python-package.ts FILE: the client in Python as a wheel (the binary distribution format of packaging.python.org): a ZIP archive with the files
// of the package and what describes them. Nothing of Python is needed to make it, and the same source gives the same bytes:
// entries stand in the order of their names, with one date, and are stored, as versions of zlib pack otherwise.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { crc32 } from "node:zlib";
import { NOTHING_PAID, OWN_CODES } from "../client/market-error.ts";
import { HARMLESS, READ_ON_SIGHT } from "../lib/package/path-names.ts";
import { pythonTypes, type Description } from "./python-types.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const SOURCE = "client/python";
const NAME = "emporion";
const SUMMARY = "Finds, downloads and calls the skills of an Emporion market, and pays for calls";
/** 1980-01-01, the first day that a ZIP archive can name. */
const DATE = 0x21;
const VERSION_NEEDED = 20;
const UTF8 = 0x800;
const FILE_MODE = 0o100644;

const GENERATED = `"""What the other parts of the market say too. Written by a program.

\`OWN_CODES\` a client finds by itself, and a market that answers with one is not believed. \`NOTHING_PAID\` are those with
which a market says that a signed payment gives no call, now or later. Then the names that a package may not hold.
"""`;

const read = (file: string) => fs.readFileSync(path.join(ROOT, file));

/** The bytes of the wheel. */
export function buildWheel(): Uint8Array {
  const { version, license } = JSON.parse(read("package.json").toString()) as Record<string, string>;
  const about = `${NAME}-${version}.dist-info`;
  const files = new Map<string, Uint8Array>();
  const put = (name: string, content: string | Uint8Array) => files.set(name, Buffer.from(content));
  for (const name of fs.readdirSync(path.join(ROOT, SOURCE, NAME)).sort())
    if (/\.py$|^py\.typed$/.test(name)) put(`${NAME}/${name}`, read(`${SOURCE}/${NAME}/${name}`));
  put(`${NAME}/generated.py`, generated(version));
  put(`${NAME}/types.py`, pythonTypes(JSON.parse(read("docs/openapi.json").toString()) as Description));
  put(`${about}/LICENSE`, read("LICENSE"));
  put(`${about}/METADATA`, metadata({ version, license }));
  put(
    `${about}/WHEEL`,
    "Wheel-Version: 1.0\nGenerator: emporion\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
  );
  const record = [...files].map(([name, bytes]) => `${name},${digestOf(bytes)},${bytes.length}\n`);
  put(`${about}/RECORD`, `${record.join("")}${about}/RECORD,,\n`);
  return zip(files);
}

/** What other parts of the market say too, as a module of Python. JSON of texts, lists and objects is Python. */
function generated(version = ""): string {
  const reasons = READ_ON_SIGHT.flatMap(([reason, ...names]) => names.map((name) => [name, reason]));
  const facts = {
    VERSION: version,
    OWN_CODES: [...OWN_CODES],
    NOTHING_PAID: [...NOTHING_PAID],
    HARMLESS_NAMES: HARMLESS.map(([name]) => name),
    READ_ON_SIGHT: Object.fromEntries(reasons) as Record<string, string>,
  };
  const lines = Object.entries(facts).map(([name, fact]) => `${name} = ${JSON.stringify(fact)}\n`);
  return `${GENERATED}\n\n${lines.join("")}`;
}

function metadata({ version, license }: Record<string, string | undefined>): string {
  const lines = [
    "Metadata-Version: 2.1",
    `Name: ${NAME}`,
    `Version: ${version}`,
    `Summary: ${SUMMARY}`,
    `License: ${license}`,
    "Requires-Python: >=3.9",
    "Provides-Extra: pay",
    'Requires-Dist: cryptography>=3.4; extra == "pay"',
    "Classifier: Typing :: Typed",
    "Description-Content-Type: text/markdown",
  ];
  return `${lines.join("\n")}\n\n${read(`${SOURCE}/README.md`).toString()}`;
}

const digestOf = (bytes: Uint8Array) => `sha256=${createHash("sha256").update(bytes).digest("base64url")}`;

/** A ZIP archive (APPNOTE 6.3) of stored files. */
function zip(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const [entries, directory]: [Uint8Array[], Uint8Array[]] = [[], []];
  let offset = 0;
  for (const [name, bytes] of files) {
    const nameBytes = Buffer.from(name);
    const facts = Buffer.alloc(26); // what both headers say
    facts.writeUInt16LE(VERSION_NEEDED, 0);
    facts.writeUInt16LE(UTF8, 2);
    facts.writeUInt16LE(DATE, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(FILE_MODE * 0x10000, 6);
    central.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([VERSION_NEEDED, 3]); // Unix, whose modes the entry has
    entries.push(Buffer.from("PK\x03\x04", "latin1"), facts, nameBytes, bytes);
    directory.push(Buffer.from("PK\x01\x02", "latin1"), madeBy, facts, central, nameBytes);
    offset += 4 + facts.length + nameBytes.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries, listed, end]);
}

if (process.argv[1] === import.meta.filename)
  fs.writeFileSync(process.argv[2] ?? `${NAME}.whl`, buildWheel());
