import { createPrivateKey, createPublicKey } from "node:crypto";
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import bs58 from "bs58";
import { sha256Hex } from "@/lib/kernel/digest";
import { indexLines } from "../reading/line-index";
import type { SourceFile } from "../reading/source-file";
import { VOCABULARY } from "../vocabulary/data";
import type { Fact } from "./fact";

const MAX_TEXT = 1024 * 1024;
const MAX_FACTS = 10;
const FORMS = VOCABULARY.secrets.forms.map(({ name, pattern, check }) => ({
  name,
  pattern: new RegExp(pattern, "g"),
  check: check ?? "random",
}));
const FILES = VOCABULARY.secrets.files.map(({ name, path, holds }) => ({
  name,
  path: new RegExp(path, "i"),
  holds: holds === undefined ? null : new RegExp(holds, "im"),
}));
const CONFIG: Parameters<typeof lintSource>[0]["options"]["config"] = {
  rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator, options: {} }],
};
/** Without one of these a text holds nothing that the preset knows: asking it costs more than looking for them. */
const HINT =
  /[A-Za-z0-9_/+-]{32}|-----BEGIN|:\/\/[^\s/:@]{1,60}:[^\s/@]{1,100}@|_(?:authToken|password)\s*=|hooks\.slack|xox[abeprs]-/;

/**
 * Keys and tokens that were left in the package: what the recommended rules of secretlint know, and forms of our own. None is
 * shown: of each the first characters and the length.
 */
export async function findSecrets(files: readonly SourceFile[]): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (const file of files) {
    const byName = FILES.find(
      ({ path, holds }) =>
        path.test(file.path) && (holds === null || holds.test((file.text ?? "").slice(0, 100_000))),
    );
    if (byName !== undefined) facts.push(fact(file, byName.name, 1, file.path));
    if (file.text === null || !HINT.test(file.text)) continue;
    facts.push(...(await inText(file, file.text.slice(0, MAX_TEXT))));
  }
  return facts;
}

async function inText(file: SourceFile, text: string): Promise<Fact[]> {
  const found = new Map<number, { name: string; secret: string }>();
  for (const { name, pattern, check } of FORMS)
    for (const match of text.matchAll(pattern))
      if (isReal(match[0], check)) found.set(match.index, { name, secret: match[0] });
  const { messages } = await lintSource({
    source: { content: text, filePath: `/${file.path}`, ext: "", contentType: "text" },
    options: { config: CONFIG, noPhysicFilePath: true },
  });
  for (const { messageId, range, ruleId } of messages) {
    const secret = text.slice(range[0], range[1]);
    const covers = [...found].some(([at, each]) => at < range[1] && at + each.secret.length > range[0]);
    if (!covers && isReal(secret, "random"))
      found.set(range[0], { name: `${ruleId.replace(/^.*rule-/, "")} ${messageId}`, secret });
  }
  if (found.size === 0) return [];
  const lines = indexLines(text);
  return [...found]
    .sort(([left], [right]) => left - right)
    .slice(0, MAX_FACTS)
    .map(([at, { name, secret }]) =>
      fact(
        file,
        name,
        lines.lineAt(at),
        `${secret.slice(0, 6)}… (${secret.length} characters, ${sha256Hex(secret).slice(0, 8)})`,
      ),
    );
}

const fact = (file: SourceFile, object: string, line: number, evidence: string): Fact => ({
  kind: "holds-secret",
  object,
  file: file.path,
  line,
  origin: "script",
  traits: /(?:^|\/)(?:tests?|__tests__|fixtures?|examples?)\//i.test(file.path) ? ["in-tests"] : [],
  evidence,
});

/** A placeholder says that it is one, outside of its random part, or repeats itself. */
function isReal(secret: string, check: string): boolean {
  if (check === "bytes") return isKeyBytes((secret.match(/\d+/g) ?? []).map(Number));
  if (check === "solana") return isSolanaKey(secret);
  if (check === "block") return true;
  if (check === "token") return !hasEnded(secret);
  if (check === "login")
    return !/example|placeholder|changeme|your|<|\*{3}|pass(?:word)?|secret/i.test(secret);
  const words = secret.split(/[-_.:/\s]/);
  const body = words.reduce((longest, word) => (word.length > longest.length ? word : longest), "");
  if (/xxxx|\.{3}|\*{3}|<|>|0000000|placeholder|redacted|changeme/i.test(secret)) return false;
  if (
    words.some((word) =>
      /^(?:example|sample|dummy|fake|your|test|insert|replace|secret|key|token|here|abcdef\w{0,4}|1234567\d{0,3})$/i.test(
        word,
      ),
    )
  )
    return false;
  // `AKIAIOSFODNN7EXAMPLE` is the documented example; three random letters that spell `your` are not.
  if (/EXAMPLE/.test(secret) || /example|your_?(?:api|key|token)|yourkey/.test(secret)) return false;
  return body.length >= 12 && new Set(body).size >= Math.min(12, body.length * 0.5) && !isSequence(body);
}

/** Tokens that ended before this day (in seconds) open nothing: documents and tests are full of them. */
const ENDED_BEFORE = Date.UTC(2026, 10, 1) / 1_000;
const MILLISECONDS_FROM = 1e11;

/** Whether a JSON Web Token says of itself that it ended long ago (RFC 7519, section 4.1.4). */
function hasEnded(token: string): boolean {
  try {
    const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8");
    const { exp } = JSON.parse(payload) as { exp?: unknown };
    if (typeof exp !== "number") return false;
    return (exp >= MILLISECONDS_FROM ? exp / 1_000 : exp) < ENDED_BEFORE;
  } catch {
    return false;
  }
}

function isSequence(text: string): boolean {
  let steps = 0;
  for (let at = 1; at < text.length; at++)
    if (Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) <= 1) steps++;
  return steps > text.length * 0.5;
}

/** PKCS #8 of an Ed25519 seed (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_BYTES = 32;

/** The 64 bytes of a key of Solana are a seed and the public key that is made of it: nothing else fits by chance. */
function isKeyBytes(bytes: readonly number[]): boolean {
  if (bytes.length !== 64 || bytes.some((byte) => byte > 255)) return false;
  const seed = Buffer.from(bytes.slice(0, PUBLIC_BYTES));
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
  const made = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-PUBLIC_BYTES);
  return made.equals(Buffer.from(bytes.slice(PUBLIC_BYTES)));
}

function isSolanaKey(text: string): boolean {
  const bytes = bs58.decodeUnsafe(text);
  return bytes !== undefined && isKeyBytes([...bytes]);
}
