import { z } from "@hono/zod-openapi";
import { CHECK_PROFILES } from "@/lib/skill-format";

export const checkProfile = z.enum(CHECK_PROFILES);

export const issueSchema = z
  .object({
    dialect: z.enum([...CHECK_PROFILES, "package", "sandbox"]),
    severity: z.enum(["error", "warning", "info"]),
    code: z.string().describe("FIELD_REQUIRED, FIELD_TYPE, …: the same words in every dialect."),
    path: z
      .string()
      .describe(
        "Key path of the front matter, `frontmatter`, `body`, or a file of the package with `#` and a path.",
      ),
    message: z.string(),
    line: z.int().optional().describe("Line of that file, from 1."),
  })
  .openapi("Issue");

export const reportSchema = z
  .object({
    dialect: checkProfile,
    valid: z.boolean().describe("No issue is an error."),
    issues: z.array(issueSchema),
    passed: z.int().optional().describe("How many rules of the dialect had no error and no warning."),
  })
  .openapi("Report", { description: "What one dialect says of a skill." });
