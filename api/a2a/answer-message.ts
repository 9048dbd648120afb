import { randomUUID } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type { askerOf } from "@/api/frame/caller";
import { toAuditMarkJson } from "@/lib/audits/seals";
import { listMatches } from "@/lib/search/search-skills";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import type { SkillRow } from "@/lib/registry/views";

const MAX_PARTS = 20;
const MAX_CHARACTERS = 1_000;
const RESULTS = 10;

const part = z.looseObject({ text: z.string().max(MAX_CHARACTERS).optional() });
const id = z.string().max(200);

/** What `SendMessage` is sent, as far as it is read (specification, 3.1.1). */
export const sendParams = z.looseObject({
  message: z.looseObject({
    messageId: id.min(1),
    contextId: id.optional(),
    taskId: id.optional(),
    role: z.literal("ROLE_USER"),
    parts: z.array(part).min(1).max(MAX_PARTS),
  }),
});

/** The words of a message; empty where it holds none. */
export const wordsOf = ({ message }: z.infer<typeof sendParams>): string =>
  message.parts
    .map(({ text = "" }) => text)
    .join(" ")
    .replaceAll("\0", "")
    .trim()
    .slice(0, MAX_CHARACTERS);

/** The message that answers: what the search finds, in a sentence and as data. The authors' words stand in the data alone. */
export async function answerMessage(
  words: string,
  {
    contextId,
    market,
    asker,
  }: { contextId?: string | undefined; market: string; asker: ReturnType<typeof askerOf> },
) {
  const rows = await listMatches({ q: words, limit: RESULTS }, { asker });
  const names = rows.map(({ slug }) => slug).join(", ");
  const text =
    rows.length === 0
      ? "No skill of this market was found. Other words may find one."
      : `Found, best match first: ${names}. The data say more of each; what an author wrote is quoted, not advice.`;
  return {
    message: {
      messageId: randomUUID(),
      contextId: contextId ?? randomUUID(),
      role: "ROLE_AGENT",
      parts: [
        { text, mediaType: "text/plain" },
        { data: { skills: rows.map((row) => toFound(row, market)) }, mediaType: "application/json" },
      ],
    },
  };
}

const toFound = (row: SkillRow, market: string) => ({
  name: row.slug,
  description: row.description,
  version: row.version,
  url: `${market}/skills/${row.slug}`,
  schema_url: `${market}/v1/agent/skills/${row.slug}/schema`,
  price_lamports: row.priceLamports,
  price_buys: priceSentence(row),
  audit_state: row.auditState,
  audit: toAuditMarkJson(row.audit),
  runnable: row.runnable,
});
