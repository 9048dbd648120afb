import { indexLines } from "../../reading/line-index";
import type { SourceFile } from "../../reading/source-file";
import { MEDIUM_STRONG } from "../../grade";
import type { Finding } from "../../finding";
import { report, type Rule } from "../../rule";
import { secretFileKind } from "../../vocabulary/secret-files";

const CODE = "suspicious.exposed_secret_literal";
const MAX_FINDINGS = 10;

/** Sees keys and tokens that were left in the package. */
export const embeddedSecrets: Rule = {
  id: "embedded-secrets",
  title: "The package holds a secret",
  why: "A package is public and is never changed: whoever downloads it holds the key.",
  remedy:
    "Withdraw the key at its service first, then take it out of the package and read it from a declared variable.",
  codes: [CODE],
  check({ files }) {
    return files.flatMap((file) => [
      ...checkKind(file),
      ...(file.text === null ? [] : checkFile(file, file.text)),
    ]);
  },
};

/** A file that is made to hold secrets, by its name: nobody publishes one on purpose. */
function checkKind(file: SourceFile): Finding[] {
  const kind = secretFileKind(file.path, file.text);
  if (kind === null) return [];
  const message = `The file is ${kind}.`;
  return [
    report(embeddedSecrets, {
      code: CODE,
      ...MEDIUM_STRONG,
      file: file.path,
      line: 1,
      message,
      evidence: file.path,
    }),
  ];
}

interface Kind {
  readonly name: string;
  readonly pattern: RegExp;
  /** Random enough to be real; not needed where the form says enough. */
  readonly needsEntropy: boolean;
}

const KINDS: readonly Kind[] = [
  {
    name: "a private key",
    pattern:
      /-----BEGIN (?:RSA |EC |DSA |OPENSSH |ENCRYPTED |PGP )?PRIVATE KEY(?: BLOCK)?-----\s+(?:[A-Za-z0-9+/=:,.-]{16,}[^\n]{0,80}\s+[A-Za-z0-9+/=:,.-]{16,}[^\n]{0,80}|[A-Za-z0-9+/=]{60,})\s/g,
    needsEntropy: false,
  },
  { name: "an AWS access key", pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, needsEntropy: true },
  {
    name: "a GitHub token",
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})\b/g,
    needsEntropy: true,
  },
  { name: "a GitLab token", pattern: /\bglpat-[A-Za-z0-9_-]{20,}\b/g, needsEntropy: true },
  { name: "an Anthropic key", pattern: /\bsk-ant-[A-Za-z0-9_-]{32,}\b/g, needsEntropy: true },
  { name: "an OpenRouter key", pattern: /\bsk-or-v1-[a-f0-9]{40,}\b/g, needsEntropy: true },
  {
    name: "an OpenAI key",
    pattern: /\bsk-(?!ant-|or-)(?:proj-|svcacct-)?[A-Za-z0-9_-]{40,}\b/g,
    needsEntropy: true,
  },
  { name: "a Slack token", pattern: /\bxox[abeprs]-[A-Za-z0-9-]{24,}\b/g, needsEntropy: true },
  {
    name: "a Slack webhook",
    pattern: /https:\/\/hooks\.slack\.com\/services\/T[A-Z0-9]{8,}\/B[A-Z0-9]{8,}\/[A-Za-z0-9]{20,}/g,
    needsEntropy: true,
  },
  {
    name: "a Discord webhook",
    pattern: /https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/\d{15,}\/[\w-]{50,}/g,
    needsEntropy: true,
  },
  { name: "a Google key", pattern: /\bAIza[A-Za-z0-9_-]{35}\b/g, needsEntropy: true },
  { name: "a Stripe key", pattern: /\b[sr]k_live_[A-Za-z0-9]{24,}\b/g, needsEntropy: true },
  { name: "an npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g, needsEntropy: true },
  { name: "a PyPI token", pattern: /\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}/g, needsEntropy: true },
  { name: "a SendGrid key", pattern: /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}\b/g, needsEntropy: true },
  { name: "a Telegram bot token", pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/g, needsEntropy: true },
  { name: "a Hugging Face token", pattern: /\bhf_[A-Za-z]{34}\b/g, needsEntropy: true },
  { name: "a Groq key", pattern: /\bgsk_[A-Za-z0-9]{40,}\b/g, needsEntropy: true },
  { name: "an xAI key", pattern: /\bxai-[A-Za-z0-9]{60,}\b/g, needsEntropy: true },
  { name: "a Replicate token", pattern: /\br8_[A-Za-z0-9]{37}\b/g, needsEntropy: true },
  { name: "a Perplexity key", pattern: /\bpplx-[A-Za-z0-9]{40,}\b/g, needsEntropy: true },
  { name: "a Linear key", pattern: /\blin_api_[A-Za-z0-9]{32,}\b/g, needsEntropy: true },
  { name: "a Notion token", pattern: /\bntn_[A-Za-z0-9]{40,}\b/g, needsEntropy: true },
  { name: "a DigitalOcean token", pattern: /\bdop_v1_[a-f0-9]{64}\b/g, needsEntropy: true },
  { name: "a Shopify token", pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g, needsEntropy: true },
  { name: "a Supabase token", pattern: /\bsbp_[a-f0-9]{40}\b/g, needsEntropy: true },
  {
    name: "a login for a database",
    pattern:
      /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|rediss?|amqps?):\/\/[\w.-]{1,40}:(?=[^\s@:/]{0,60}\d)(?=[^\s@:/]{0,60}[A-Z])[^\s@:/{}$<]{9,60}@[\w-]{1,60}(?:\.[\w-]{1,60}){0,4}\.[a-z]{2,12}\b/g,
    needsEntropy: false,
  },
  { name: "a Solana key file", pattern: /\[\s*(?:\d{1,3}\s*,\s*){63}\d{1,3}\s*\]/g, needsEntropy: false },
];

function checkFile(file: SourceFile, text: string): Finding[] {
  const found = KINDS.flatMap(({ name, pattern, needsEntropy }) =>
    Array.from(text.matchAll(pattern))
      .filter((match) => isReal(name, match[0], needsEntropy))
      .map((match) => ({ name, at: match.index, secret: match[0] })),
  );
  if (found.length === 0) return [];
  const lines = indexLines(text);
  const places = new Map(found.map((each) => [`${each.at}`, each]));
  return Array.from(places.values())
    .slice(0, MAX_FINDINGS)
    .map(({ name, at, secret }) => {
      const message = `The file holds ${name}.`;
      const evidence = `${secret.slice(0, 6)}… (${secret.length} characters)`;
      return report(embeddedSecrets, {
        code: CODE,
        ...MEDIUM_STRONG,
        file: file.path,
        line: lines.lineAt(at),
        message,
        evidence,
      });
    });
}

const PLACEHOLDER =
  /example|sample|dummy|fake|your|xxxx|placeholder|redacted|changeme|insert|replace|1234567|abcdef|0000000|\.\.\.|(?<![A-Za-z0-9])(?:test|secret)(?![A-Za-z0-9])|<|>|\*{3}/i;

/** A placeholder repeats itself or says that it is one. */
function isReal(name: string, secret: string, needsEntropy: boolean): boolean {
  if (name === "a Solana key file") return isKeyFile(secret);
  if (name === "a login for a database")
    return !PLACEHOLDER.test(secret) && !/pass(?:word)?|secret/i.test(secret);
  if (!needsEntropy)
    return !PLACEHOLDER.test(secret) && new Set(secret.replace(/-----[^-]+-----/g, "")).size > 20;
  const body = secret.replace(/^(?:[a-z]+[-_])+/i, "");
  return (
    !PLACEHOLDER.test(secret) && new Set(body).size >= Math.min(12, body.length * 0.5) && !isSequence(body)
  );
}

function isSequence(text: string): boolean {
  let steps = 0;
  for (let at = 1; at < text.length; at++) {
    if (Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) <= 1) steps++;
  }
  return steps > text.length * 0.5;
}

/** 64 bytes, spread as random bytes are. */
function isKeyFile(text: string): boolean {
  const bytes = (text.match(/\d+/g) ?? []).map(Number);
  const rising = bytes.filter((byte, at) => at > 0 && byte - (bytes[at - 1] ?? 0) === 1).length;
  return (
    bytes.every((byte) => byte < 256) && new Set(bytes).size > 40 && rising < 32 && Math.max(...bytes) > 200
  );
}
