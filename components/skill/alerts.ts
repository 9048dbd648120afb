import type { MarkdownNode } from "@/components/skill/markdown-node";

/** The kinds of alerts that Markdown knows, as they are written behind `[!`. */
export const ALERTS = ["note", "tip", "important", "warning", "caution"] as const;

export type AlertKind = (typeof ALERTS)[number];

const FIRST_LINE = new RegExp(String.raw`^\[!(${ALERTS.join("|")})\][ \t]*(?:\n|$)`, "i");

/** Marks the quote as an alert, and takes the line that says so out of it. Works in place; any other quote stays. */
export function markAlert(quote: MarkdownNode): void {
  const [paragraph] = quote.children ?? [];
  const [first] = paragraph?.type === "paragraph" ? (paragraph.children ?? []) : [];
  const [line, kind] = FIRST_LINE.exec(first?.type === "text" ? (first.value ?? "") : "") ?? [];
  if (!paragraph?.children || !first || line === undefined || kind === undefined) return;
  if (!line.endsWith("\n") && paragraph.children.length > 1 && paragraph.children[1]?.type !== "break")
    return;
  first.value = first.value?.slice(line.length) ?? "";
  if (first.value === "") paragraph.children = paragraph.children.slice(line.endsWith("\n") ? 1 : 2);
  if (paragraph.children.length === 0) quote.children = quote.children?.slice(1) ?? [];
  quote.data = { hName: "blockquote", hProperties: { dataAlert: kind.toLowerCase() } };
}

export function isAlertKind(value: unknown): value is AlertKind {
  return ALERTS.some((kind) => kind === value);
}
