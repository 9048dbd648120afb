import { z } from "zod";
import { toAnswer } from "@/api/mcp/answers";
import { defineCoreTool } from "@/api/mcp/core-tool";
import { DomainError } from "@/lib/kernel/errors";

const MAX_CARD_CHARACTERS = 64 * 1024;

/** Shows the person a card, a list or a recommendation: the client draws the structured content. */
export const show = defineCoreTool({
  name: "show",
  description:
    "Show the person something: a card with data, a list, or recommended skills. The card comes back as structured content for the client to draw.",
  input: z.object({
    card_type: z.enum(["custom", "list", "recommendation", "text"]).default("custom"),
    title: z.string().max(200).optional(),
    data: z.unknown().describe("What the card shows: an object, or a list of objects or texts."),
    component_id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,80}$/)
      .optional()
      .describe("Names the component of a client that has one, for example bazi_chart."),
  }),
  annotations: { readOnlyHint: true, idempotentHint: true },
  run: async ({ card_type, title, data, component_id: componentId }) => {
    if (data === undefined) throw new DomainError("INPUT_INVALID", "A card without data shows nothing.");
    if (JSON.stringify(data).length > MAX_CARD_CHARACTERS) {
      throw new DomainError(
        "CONTENT_TOO_LARGE",
        `A card has at most ${MAX_CARD_CHARACTERS} characters of data.`,
      );
    }
    return toAnswer({ card: toCard({ cardType: card_type, title, data, componentId }) });
  },
});

interface CardParts {
  cardType: string;
  title?: string | undefined;
  data: unknown;
  componentId?: string | undefined;
}

/** A card as V9 handlers hand it to `show_card`. */
export function toCard({ cardType, title, data, componentId }: CardParts) {
  return {
    card_type: cardType,
    ...(title === undefined ? {} : { title }),
    data_source: { type: "inline", data },
    options: componentId === undefined ? {} : { componentId },
  };
}
