/**
 * How a card is drawn: as the core tool `show` names it (VibeLife V9 section 1.3: cards, lists, recommendations), or
 * the questions of a `collect_form` (section 4). Any other type is a component that a client may have of its own.
 */
const CARD_TYPES = ["list", "recommendation", "text", "collect_form"] as const;
type CardType = (typeof CARD_TYPES)[number] | "custom";

/** A card as VibeLife tools show one. */
export interface Card {
  type: CardType;
  title: string | null;
  data: unknown;
}

type Members = Record<string, unknown>;

/**
 * The card in a skill's output, if there is one: `{"card": {"card_type", "data_source": {"type": "inline", "data"}}}`.
 */
export function findCard(output: Members | null): Card | null {
  const card = asMembers(output?.["card"]);
  const source = asMembers(card?.["data_source"]);
  if (!card || typeof card["card_type"] !== "string" || source?.["type"] !== "inline") return null;
  const { title, card_type: written } = card;
  return {
    type: CARD_TYPES.find((type) => type === written) ?? "custom",
    title: typeof title === "string" && title !== "" ? title.slice(0, 200) : null,
    data: source["data"],
  };
}

/** What a tool asks for before it can answer: `{"status": "error", "error": …, "action": …}` (VibeLife V9, section 5). */
export function findAsked(output: Members | null): { text: string; action: string } | null {
  const { status, error, action } = output ?? {};
  if (status !== "error" || typeof error !== "string" || typeof action !== "string") return null;
  return { text: error.slice(0, 500), action: action.slice(0, 80) };
}

const MAX_COLUMNS = 12;

/** A list of objects that have the same members, none of them with members of its own, as a table; null for anything else. */
export function findTable(value: unknown): { columns: string[]; rows: Members[] } | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const rows = value.map(asMembers);
  const [first] = rows;
  const columns = Object.keys(first ?? {});
  if (columns.length < 2 || columns.length > MAX_COLUMNS) return null;
  const isRow = (row: Members | null): row is Members =>
    row !== null &&
    Object.keys(row).length === columns.length &&
    columns.every(
      (column) => Object.hasOwn(row, column) && (row[column] === null || typeof row[column] !== "object"),
    );
  return rows.every(isRow) ? { columns, rows } : null;
}

/** Whether an output is easier to read as tables and texts than as JSON: it is one, or has one among its members. */
export function isReadable(output: unknown): boolean {
  const parts = [output, ...Object.values(asMembers(output) ?? {})];
  return parts.some((part) => findTable(part) !== null || (typeof part === "string" && part.includes("\n")));
}

function asMembers(value: unknown): Members | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : null;
}
