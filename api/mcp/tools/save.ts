import { z } from "zod";
import { toAnswer } from "@/api/mcp/answers";
import { defineCoreTool, ownerOf } from "@/api/mcp/core-tool";
import { saveProfile } from "@/lib/core-tools/save-profile";

/** Keeps something about the person. */
export const save = defineCoreTool({
  name: "save",
  description:
    "Save data to the person's profile, for this and later conversations and for the tools of skills. Merged into the section: members replace those of the same name, null removes one; null as data removes the section. 64 KiB in all.",
  input: z.object({
    section: z.string().min(1).max(64).describe("For example identity or preferences."),
    data: z.record(z.string(), z.unknown()).nullable(),
  }),
  annotations: { readOnlyHint: false, idempotentHint: true },
  run: async (given, { caller }) => {
    const data = await saveProfile(ownerOf(caller), given);
    return toAnswer({ status: "saved", section: given.section, data });
  },
});
