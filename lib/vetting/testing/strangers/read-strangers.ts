import fs from "node:fs";
import path from "node:path";
import { sha256Digest } from "@/lib/kernel/digest";
import type { ClassSample, Part } from "../classes/class-samples";

const FOLDER = "lib/vetting/testing/strangers";
/** The class of honest twins, as the other samples have it. */
const HONEST = 11;

/** A third is kept apart, by a digest of the harmful package's name; its honest twin goes the same way. */
function partOf(name: string): Part {
  return parseInt(sha256Digest(name).slice(-4), 16) % 3 === 0 ? "apart" : "open";
}

const LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const DIGITS = "0123456789";

/** Made values, so that the repository itself holds nothing that looks like a key. */
function made(kind: string, seed: string): string {
  const take = (alphabet: string, length: number) => {
    let text = "";
    for (let round = 0; text.length < length; round += 1)
      for (const byte of Buffer.from(sha256Digest(`${seed} ${kind} ${round}`).slice(7), "hex"))
        text += alphabet.charAt(byte % alphabet.length);
    return text.slice(0, length);
  };
  const [, name = "", length = "0"] = /^([a-z]+)(\d*)$/.exec(kind) ?? [];
  if (name === "hex") return take("0123456789abcdef", Number(length));
  if (name === "digits") return take(DIGITS, Number(length));
  if (name === "jwt") return `eyJhbGciOiJSUzI1NiJ9.eyJ${take(LETTERS, 40)}.${take(LETTERS, 43)}`;
  if (name === "pem") return take(LETTERS, 64);
  return take(LETTERS, Number(length));
}

const PLACEHOLDER = /\{\{([a-z]+\d*)\}\}/g;

/**
 * Packages as a stranger would write them: `=== class | language | name | description`, then files, each behind
 * `--- path`. What follows as `=== twin` has the same words for an honest purpose. The texts were written before
 * the rules were read, and those kept apart were tried once, when the rules were done.
 */
export function readStrangers(): ClassSample[] {
  const samples: ClassSample[] = [];
  for (const file of fs.readdirSync(FOLDER).toSorted()) {
    if (!file.endsWith(".txt")) continue;
    let part: Part = "open";
    for (const block of fs.readFileSync(path.join(FOLDER, file), "utf8").split(/^=== /m).slice(1)) {
      const sample = readBlock(block, part);
      ({ part } = sample);
      samples.push(sample);
    }
  }
  return samples;
}

/** `before`: the part of the package before it, which a twin shares. */
function readBlock(block: string, before: Part): ClassSample {
  const [head = "", ...rest] = block.split("\n");
  const [group = "", language = "", name = "", description = ""] = head.split("|").map((cell) => cell.trim());
  const front = `---\nname: ${name}\ndescription: ${description}\n---\n\n`;
  const files = rest
    .join("\n")
    .split(/^--- /m)
    .slice(1)
    .map((each) => {
      const [place = "", ...lines] = each.split("\n");
      const text = lines.join("\n").replace(PLACEHOLDER, (_, kind: string) => made(kind, name));
      return { path: place.trim(), bytes: Buffer.from(place === "SKILL.md" ? front + text : text) };
    });
  if (!files.some((file) => file.path === "SKILL.md"))
    files.unshift({
      path: "SKILL.md",
      bytes: Buffer.from(`${front}Run the script and show what it prints.\n`),
    });
  const twin = group === "twin";
  return {
    group: twin ? HONEST : Number(group),
    language,
    text: block,
    part: twin ? before : partOf(name),
    name,
    description,
    files,
  };
}
