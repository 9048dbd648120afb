import { operationsIn } from "@/api/openapi/described-operations";

const BUYER = "CSGCnFLX8ZXq8bmivcJzZKRwRGJPCo14LxTDDwy5p5C4";
const CREATOR = "AKG1Tfq2KyFgsa1uJXgLRkQggGkWb88jpr7DHFwrVHBj";
const ARBITER = "Bp3bXnmLZh27iQ9xjkgMpKvkrrEXv1GtSRPG7d9GPFb";
const VAULT = "FB8CxjYN1oawSruU7e8qiQFUwW3sZQDEECjqzpmAoXbt";
/** A whole one, as a wallet gives it: fee, memo and price, signed. */
const SIGNED_TRANSACTION =
  "ASIjYP6CnPJ2xEfmEJ/V8smC9N5orJ7q70guCYsEk6aH2jA57eqUr1Elnq61Do1Q8zAy5zL2rWKbOPZ5jRUBmQEBAAMGqelEQWhN8vhMZkTYtmcll2j2qAK0PhifbgPCsOFK9ymKZps+QXIV+YwLP3vbOh8rz6Y7tiNk/nBxmocdUvREXoqqIlQWB5y2oomvqL16JvVxTcNEcL5W4ZmhKBcmnCaGAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACF7imqdL0BQ/ePzkkJiAGtpK46MqIM2t4ffNMhzVUkuAVKU1qZKSEGTSTocWDaOHx8NbXdvJK7geQfqEBBBUSNhe4pqnS9AUP3j85JCYgBraSuOjKiDNreH3zTIc1VJLgDAwIAAgwCAAAA6AMAAAAAAAAFABxxdW9fMDE5MzY2YTFjMmY0N2IzYTlkNWU4YzEwAwMAAQQMAgAAADhKAAAAAAAA";
/** Stands where a token of the asker's own belongs. */
const TOKEN = "the-token-of-the-link";

const SKILL_MD = [
  "---",
  "name: word-count",
  "version: 1.0.0",
  "description: Counts the words of a text. Use when a text has a limit.",
  "spec: usk/1.0",
  "license: MIT",
  "category: writing",
  "interface: { type: cli, entry_point: main.py, runtime: python3, call_pattern: stdin_stdout }",
  "input_schema: { type: object, properties: { text: { type: string } }, required: [text] }",
  "output_schema: { type: object, properties: { words: { type: integer } }, required: [words] }",
  "---",
  "",
  "# Word count",
  "",
  'Send `{"text": "…"}`; the answer is `{"words": 2}`.',
  "",
].join("\n");
const UPLOAD = {
  skill_md: SKILL_MD,
  files: {
    "main.py":
      'import json, sys\n\njson.dump({"words": len(json.load(sys.stdin)["text"].split())}, sys.stdout)\n',
  },
};
const IBANS = { ibans: ["DE89 3704 0044 0532 0130 00"] };
const LOAN = { principal_cents: 25_000_000, annual_rate_percent: "4.15", months: 240 };

/**
 * One request body for each operation that has one, by `operationId`. A test holds each against the schema of its
 * operation and sends it to a market. `iban-check` is a free skill of the starter catalogue, `loan-amortization` one
 * with a price, `ledgerline` their publisher.
 */
export const REQUEST_EXAMPLES: Readonly<Record<string, Record<string, unknown>>> = {
  uploadSkill: UPLOAD,
  validateSkill: UPLOAD,
  uploadDraft: { ...UPLOAD, contact_email: "mira@example.com" },
  checkCompatibility: {
    python_version: "3.11.2",
    os: "linux",
    installed_packages: { requests: "2.32.3" },
    target_platform: "ClaudeCode",
  },
  runSkill: { input: IBANS },
  callSkill: { input: LOAN },
  createQuote: { skill: "loan-amortization", payer: BUYER, input: LOAN },
  payQuote: { transaction: SIGNED_TRANSACTION },
  makePaidCall: { input: LOAN },
  takeTestMoney: { address: BUYER },
  writeReview: { rating: 5, text: "Found two transposed digits in our supplier list." },
  reportSkill: {
    reason: "misleading",
    text: "The page says that nothing leaves the sandbox; scripts/main.py sends its input to another host.",
  },
  addDomain: { domain: "example.com" },
  appeal: { text: "The line that was taken for a password is the name of a colour.", version: "1.2.0" },
  askWallet: { address: BUYER },
  makeKeyWithWallet: {
    text: "market.example wants you to sign in with your Solana account:\n…",
    signature: "aGVsbG8=",
    question_token: "the-token-of-the-question",
    key_name: "Build server",
  },
  createApiKey: { name: "Build server" },
  claimDraft: { token: TOKEN, email: "mira@example.com", whole_agent: "true", locale: "en" },
  verifyClaim: { token: TOKEN },
  claimAgent: { token: TOKEN },
  completeAccount: { token: TOKEN, password: "a long sentence nobody guesses", username: "mira-tools" },
  registerOwner: { username: "mira-tools", email: "mira@example.com", locale: "en" },
  verifyOwner: { token: TOKEN },
  askForAudit: { version: "1.2.0" },
  askForName: { name: "text-echo" },
  inviteMaintainer: { username: "ledgerline" },
  yankVersion: { reason: "Rounds the last rate up: totals are a cent too high. Use 1.2.1." },
  openChallenge: {
    claim: "The skill sends its input to a host it does not declare.",
    evidence:
      "scripts/main.py, line 41, opens a connection to collect.example; the manifest declares no network.",
  },
  markReviewItem: { item: "files_read", marked: true },
  decideFinding: {
    key: "9b0c1d7e5a2f4c83b6d1e0f7a9c8b5d4e3f2a1b0c9d8e7f6a5b4c3d2e1f0a9b8",
    decision: "accepted",
    reason: "The address is the one of the documented API; nothing of the input is sent.",
  },
  markReviewFiles: { keys: ["9f2c".repeat(16)], seen: true },
  prepareAudit: { verdict: "seal", note: "Read line by line against 1.1.0." },
  signAudit: { payload: '{"_type":"https://in-toto.io/Statement/v1"}', ticket: TOKEN, signature: "aGVsbG8=" },
  revokeAudit: { reason: "Line 41 reads a file that I took for a constant." },
  openBond: { creator: CREATOR },
  observeBond: { vault: VAULT },
  prepareBondMove: { kind: "refund", signers: [CREATOR, ARBITER] },
  signBondMove: { kind: "refund", transaction: SIGNED_TRANSACTION },
};

/** The skill whose input the example of an operation is, for those with one in their address. */
const CALLED: Readonly<Record<string, string>> = { runSkill: "iban-check", callSkill: "loan-amortization" };

/**
 * Adds to each body of a document the example of its operation, and the skill it is for. A file of a form has none: it
 * is bytes.
 */
export function describeExamples(paths: object): void {
  for (const { operationId = "", parameters = [], requestBody } of operationsIn(paths)) {
    const example = REQUEST_EXAMPLES[operationId];
    const called = CALLED[operationId];
    for (const parameter of parameters)
      if (called !== undefined && parameter.in === "path") Object.assign(parameter, { example: called });
    for (const [type, content] of Object.entries(requestBody?.content ?? {})) {
      const written = type.startsWith("text/") ? example?.["skill_md"] : example;
      if (written !== undefined && !type.startsWith("multipart/")) content.example = written;
    }
  }
}
