import { z } from "zod";
import { toAnswer } from "@/api/mcp/answers";
import { askPerson } from "@/api/mcp/ask-person";
import { defineCoreTool } from "@/api/mcp/core-tool";
import { FREE_ANSWER, toQuestion } from "@/lib/core-tools/question";

const field = z.object({
  name: z.string().min(1).max(64),
  type: z.enum(["string", "number", "integer", "boolean"]).default("string"),
  title: z.string().max(200).optional(),
  description: z.string().max(500).optional(),
  options: z.array(z.string().max(200)).max(50).optional().describe("The choices of a string."),
  required: z.boolean().default(true),
});

/** Asks the person something. */
export const ask = defineCoreTool({
  name: "ask",
  description:
    "Ask the person a question, or for information in named fields. `answered` has the data; `ask_person` means that this client shows no forms: ask in the conversation.",
  input: z.object({
    question: z.string().min(1).max(2000),
    fields: z.array(field).max(20).optional().describe("Leave out for one free answer."),
  }),
  annotations: { readOnlyHint: true, openWorldHint: true },
  run: async ({ question, fields = [] }, context) => {
    const properties = Object.fromEntries(
      fields.map(({ name, options, required: _needed, ...rest }) => [
        name,
        options ? { ...rest, enum: options } : rest,
      ]),
    );
    const required = fields.filter((each) => each.required).map(({ name }) => name);
    const asked = toQuestion({ properties, required }) ?? FREE_ANSWER;
    return toAnswer({ ...(await askPerson(question, asked, context)) });
  },
});
