/**
 * Values that the examples of several operations share. `iban-check` is a free skill of the starter catalogue,
 * `loan-amortization` one with a price, `ledgerline` their publisher.
 */

export const BUYER = "CSGCnFLX8ZXq8bmivcJzZKRwRGJPCo14LxTDDwy5p5C4";
export const CREATOR = "AKG1Tfq2KyFgsa1uJXgLRkQggGkWb88jpr7DHFwrVHBj";
export const ARBITER = "Bp3bXnmLZh27iQ9xjkgMpKvkrrEXv1GtSRPG7d9GPFb";
export const VAULT = "FB8CxjYN1oawSruU7e8qiQFUwW3sZQDEECjqzpmAoXbt";
/** A whole one, as a wallet gives it: fee, memo and price, signed. */
export const SIGNED_TRANSACTION =
  "ASIjYP6CnPJ2xEfmEJ/V8smC9N5orJ7q70guCYsEk6aH2jA57eqUr1Elnq61Do1Q8zAy5zL2rWKbOPZ5jRUBmQEBAAMGqelEQWhN8vhMZkTYtmcll2j2qAK0PhifbgPCsOFK9ymKZps+QXIV+YwLP3vbOh8rz6Y7tiNk/nBxmocdUvREXoqqIlQWB5y2oomvqL16JvVxTcNEcL5W4ZmhKBcmnCaGAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACF7imqdL0BQ/ePzkkJiAGtpK46MqIM2t4ffNMhzVUkuAVKU1qZKSEGTSTocWDaOHx8NbXdvJK7geQfqEBBBUSNhe4pqnS9AUP3j85JCYgBraSuOjKiDNreH3zTIc1VJLgDAwIAAgwCAAAA6AMAAAAAAAAFABxxdW9fMDE5MzY2YTFjMmY0N2IzYTlkNWU4YzEwAwMAAQQMAgAAADhKAAAAAAAA";
/** Stands where a token of the asker's own belongs. */
export const TOKEN = "the-token-of-the-link";

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
export const UPLOAD = {
  skill_md: SKILL_MD,
  files: {
    "main.py":
      'import json, sys\n\njson.dump({"words": len(json.load(sys.stdin)["text"].split())}, sys.stdout)\n',
  },
};
export const IBANS = { ibans: ["DE89 3704 0044 0532 0130 00"] };
export const LOAN = { principal_cents: 25_000_000, annual_rate_percent: "4.15", months: 240 };
