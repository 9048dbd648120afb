import { z } from "zod";
import { toAnswer } from "@/api/mcp/answers";
import { defineCoreTool, ownerOf } from "@/api/mcp/core-tool";
import { addReminder } from "@/lib/core-tools/add-reminder";
import { endReminder } from "@/lib/core-tools/end-reminder";
import { listReminders, type Reminder } from "@/lib/core-tools/list-reminders";
import { DomainError } from "@/lib/kernel/errors";

/** Keeps, lists and ends reminders. Nothing is sent: whoever acts for the person looks. */
export const remind = defineCoreTool({
  name: "remind",
  description:
    "Manage the person's reminders: add one (with a moment, ISO 8601 with offset, or without), list them, or end one. Nothing is sent; look with `list` or `read` when a conversation begins.",
  input: z.object({
    action: z.enum(["add", "list", "end"]),
    text: z.string().max(500).optional().describe("For add."),
    due: z.string().max(40).optional().describe("For add, for example 2026-12-01T09:00:00+08:00."),
    id: z.string().max(64).optional().describe("For end."),
  }),
  annotations: { readOnlyHint: false },
  run: async ({ action, text, due, id }, { caller }) => {
    const owner = ownerOf(caller);
    if (action === "list") return toAnswer({ reminders: (await listReminders(owner)).map(toJson) });
    if (action === "add") {
      if (text === undefined) throw new DomainError("INPUT_INVALID", "Say what to remind of: text.");
      return toAnswer({ reminder: toJson(await addReminder(owner, { text, due })) });
    }
    if (id === undefined) throw new DomainError("INPUT_INVALID", "Say which reminder: id.");
    await endReminder(owner, id);
    return toAnswer({ status: "ended", id });
  },
});

const toJson = ({ isDue, ...reminder }: Reminder) => ({ ...reminder, is_due: isDue });
