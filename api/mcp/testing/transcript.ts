const MAX_TEXT = 160;
const MAX_ITEMS = 30;

/**
 * What a client and the market said to each other, as text that is the same each time: what differs from run to run is
 * left out.
 */
export class Transcript {
  readonly #lines: string[] = [];

  exchange(method: string, sent: unknown, received: unknown): void {
    this.#lines.push(`→ ${method}${sent === undefined ? "" : ` ${plain(sent)}`}`, `← ${plain(received)}`, "");
  }

  /** A notification of the market; it comes by another way than the answer, before or after it. */
  told(method: string): void {
    this.#lines.push(`← ${method}`, "");
  }

  /** A question of the market to the person before the client. */
  asked(method: string, message: string, content: object): void {
    this.#lines.push(`← ${method} ${plain({ message })}`, `→ ${plain({ action: "accept", content })}`, "");
  }

  toMarkdown(): string {
    const text = this.#lines.join("\n").trim();
    return `# A conversation over MCP\n\nThe unmodified client of the official SDK against a market in a process of its own, as \`api/mcp/journey.test.ts\` had it and\ncompares it: it searches, activates three skills, calls a free tool of each kind, pays for a priced one, repeats it without paying\nagain, asks its person and shows a card. Long texts and what differs from run to run are cut (…).\n\n\`\`\`text\n${text}\n\`\`\`\n`;
  }
}

const plain = (value: unknown): string => JSON.stringify(cut(value));

const CHANGING =
  /(^|_)(id|at|nonce|digest|hash|height|payee|treasury|memo|blockhash|reference|challenge|authenticate|credential)$/;

function cut(value: unknown, name = ""): unknown {
  if (typeof value === "string") {
    if (CHANGING.test(name) && !/^[a-z][a-z_-]*$/.test(value)) return "…";
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  }
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => cut(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    // An answer that was kept comes back with its members in another order.
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, member]) => [key, CHANGING.test(key) && isNested(member) ? "…" : cut(member, key)]),
  );
}

const isNested = (value: unknown) => typeof value === "object" && value !== null;
