import { z } from "zod";
import { toAnswer } from "@/api/mcp/answers";
import { defineCoreTool, ownerOf } from "@/api/mcp/core-tool";
import { listReminders } from "@/lib/core-tools/list-reminders";
import { readProfile } from "@/lib/core-tools/read-profile";
import { DomainError } from "@/lib/kernel/errors";

/** Reads what is known of the person, or a text of an active skill. */
export const read = defineCoreTool({
  name: "read",
  description:
    "Read the person's profile (all of it with the reminders that are due, or one section), or, with skill and file, a rule or reference of an active skill.",
  input: z.object({
    section: z.string().min(1).max(64).optional(),
    skill: z.string().min(1).max(64).optional().describe("An active skill."),
    file: z.string().min(1).max(300).optional().describe("For example rules/solar-terms.md."),
  }),
  annotations: { readOnlyHint: true, idempotentHint: true },
  run: async ({ section, skill, file }, { caller, skills }) => {
    if (skill !== undefined || file !== undefined) {
      if (skill === undefined || file === undefined || section !== undefined) {
        throw new DomainError("INPUT_INVALID", "Send skill and file together, or section alone, or nothing.");
      }
      return toAnswer({ skill, file, text: await skills.read(skill, file) });
    }
    const owner = ownerOf(caller);
    const profile = await readProfile(owner);
    if (section !== undefined)
      return toAnswer({ section, data: Object.hasOwn(profile, section) ? profile[section] : null });
    const due = (await listReminders(owner)).filter(({ isDue }) => isDue);
    return toAnswer({
      profile,
      due_reminders: due.map(({ id, text, due: moment }) => ({ id, text, due: moment })),
    });
  },
});
