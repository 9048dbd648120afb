import { z } from "zod";

// What the JSON Schema of OSV 1.7.5 asks for (https://ossf.github.io/osv-schema/, validation/schema.json), written down
// here for the members that the market writes, as strictly: members it does not know are refused. Two of its rules are
// lists of those who have registered: the prefixes of ids, and ecosystems. A market is in neither, so that they are
// stated apart, as what a reader who holds to the lists will say.

const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/)
  .refine((text) => !Number.isNaN(Date.parse(text)));
const specific = z.record(z.string(), z.unknown());

/** An OSV document, but for the two lists. */
export const osvDocument = z.strictObject({
  schema_version: z.string().regex(/^1\.\d+\.\d+$/),
  id: z.string().regex(/^[A-Z]+-\S+$/),
  modified: timestamp,
  published: timestamp,
  withdrawn: timestamp.optional(),
  summary: z
    .string()
    .max(120)
    .regex(/^[^\n]+$/), // a line, recommended to be no longer
  details: z.string(),
  affected: z
    .array(
      z.strictObject({
        package: z.strictObject({ ecosystem: z.string(), name: z.string(), purl: z.string().optional() }),
        versions: z.array(z.string()),
        database_specific: specific,
      }),
    )
    .optional(),
  references: z.array(
    z.strictObject({
      type: z.enum([
        "ADVISORY",
        "ARTICLE",
        "DETECTION",
        "DISCUSSION",
        "REPORT",
        "FIX",
        "INTRODUCED",
        "GIT",
        "PACKAGE",
        "EVIDENCE",
        "WEB",
      ]),
      url: z.url(),
    }),
  ),
  credits: z
    .array(
      z.strictObject({
        name: z.string(),
        type: z.enum([
          "FINDER",
          "REPORTER",
          "ANALYST",
          "COORDINATOR",
          "REMEDIATION_DEVELOPER",
          "REMEDIATION_REVIEWER",
          "REMEDIATION_VERIFIER",
          "TOOL",
          "SPONSOR",
          "OTHER",
        ]),
      }),
    )
    .optional(),
  database_specific: specific,
});
