import { z } from "@hono/zod-openapi";
import { noun } from "@/api/frame/operation";
import { idParameter, lookupText, skillParameter } from "@/api/schemas/parameters";
import { moment } from "@/api/schemas/skill";
import { changeAccess, MAX_ACCESS_CHANGES_A_DAY } from "@/lib/publishing/access/change-access";
import { SKILL_ACCESSES } from "@/lib/registry/views";
import {
  endReadingRight,
  giveReadingRight,
  listReadingRights,
  makeReadToken,
  MAX_ACCOUNT_DAYS,
  MAX_READERS,
  MAX_TOKEN_DAYS,
  MAX_TOKEN_NAME_CHARACTERS,
} from "@/lib/registry/access/reading-rights";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

/** Who sees a skill, and who else may read it. */
export const access = noun("Publishing");

const MAX_USERNAME_CHARACTERS = 64;

const accessWord = z
  .enum(SKILL_ACCESSES)
  .describe(
    "`public`: everybody sees the skill and is given its files. `call_only`: everybody sees its page and may call it; its files are given to nobody but who may read it. `private`: only who may read it knows of it, but that its name is taken.",
  );

access
  .put("/v1/skills/{id}/access", {
    id: "setAccess",
    summary: "Change who sees your skill",
    description: `Holds at once, for every version. What was public cannot be made unseen: it becomes call_only at most, and old copies stay with those who have them, who are mailed that. A program closes a skill; to open one, a person confirms that it is them, at /dashboard/access. The public log keeps who changed it, from what and to what. At most ${MAX_ACCESS_CHANGES_A_DAY} changes a day.`,
    key: "needed",
    params: skillParameter,
    json: z.object({ access: accessWord }).openapi("AccessWish"),
    maxBytes: 1024,
    answers: {
      200: [z.object({ skill: z.string(), access: accessWord }).openapi("SkillAccess"), "It holds."],
    },
    problems: ["PERMISSION_DENIED", "SKILL_NOT_FOUND", "CONFIRMATION_REQUIRED", "RATE_LIMITED"],
  })
  .handle(async ({ params, json, actor }) => {
    const changed = await changeAccess({ actor, skill: params.id, access: json.access });
    return { skill: changed.slug, access: changed.access };
  });

const right = z.object({
  id: z.string(),
  username: z.string().nullable().describe("The account that may read it; null of a token."),
  name: z.string().describe("What you call the token; empty of an account."),
  created_at: moment,
  expires_at: moment,
  last_used_at: moment.nullable().describe("Of a token, to the minute; null where it was not used."),
});

const readingRight = right.openapi("ReadingRight");

access
  .get("/v1/skills/{id}/readers", {
    id: "listReaders",
    summary: "Who may read your skill",
    description: "Accounts and tokens whose right is in force, newest first; never a token's text.",
    key: "needed",
    params: skillParameter,
    answers: {
      200: [
        z.object({ skill: z.string(), readers: z.array(readingRight) }).openapi("Readers"),
        "The rights.",
      ],
    },
    problems: ["PERMISSION_DENIED", "SKILL_NOT_FOUND"],
  })
  .handle(async ({ params, actor }) => ({
    skill: params.id,
    readers: await listReadingRights({ actor, skill: params.id }),
  }));

const days = (most: number) => z.int().min(1).max(most);

access
  .post("/v1/skills/{id}/readers", {
    id: "giveReadingRight",
    summary: "Let an account read your skill for some days",
    description: `It reads the files of every version, whatever the access of the skill. A verifier with the right finds the skill in the queue, reads it, and signs as always; the statement says that it was read under confidentiality. Given again, the new end counts. At most ${MAX_READERS} accounts and tokens read one skill. You are told by mail, and so are they.`,
    key: "needed",
    limit: REQUEST_LIMITS.readers,
    params: skillParameter,
    json: z
      .object({
        username: lookupText(MAX_USERNAME_CHARACTERS).min(1),
        days: days(MAX_ACCOUNT_DAYS).describe("How long it holds."),
      })
      .openapi("ReadingRightWish"),
    maxBytes: 1024,
    answers: { 201: [readingRight, "They may read it."] },
    problems: ["PERMISSION_DENIED", "SKILL_NOT_FOUND"],
  })
  .handle(({ params, json, actor }) => giveReadingRight({ actor, skill: params.id, ...json }));

access
  .post("/v1/skills/{id}/readers/tokens", {
    id: "makeReadToken",
    summary: "Make a token that reads your skill",
    description:
      "It reads the files of every version of this one skill and does nothing else: it is sent as `Authorization: Bearer rt_…`. Its text is in this answer and nowhere else. You are told by mail.",
    key: "needed",
    limit: REQUEST_LIMITS.readers,
    params: skillParameter,
    json: z
      .object({
        name: lookupText(MAX_TOKEN_NAME_CHARACTERS)
          .min(1)
          .describe("What you call it, for instance where it is used."),
        days: days(MAX_TOKEN_DAYS).describe("How long it holds."),
      })
      .openapi("ReadTokenWish"),
    maxBytes: 1024,
    answers: {
      201: [
        right.extend({ token: z.string().describe("rt_…, shown this once.") }).openapi("NewReadToken"),
        "The token.",
      ],
    },
    problems: ["PERMISSION_DENIED", "SKILL_NOT_FOUND"],
  })
  .handle(({ params, json, actor }) => makeReadToken({ actor, skill: params.id, ...json }));

access
  .delete("/v1/skills/{id}/readers/{right}", {
    id: "endReadingRight",
    summary: "Take a right to read your skill back",
    description: "Of an account or of a token, at once. What they have read, they have read.",
    key: "needed",
    params: skillParameter.extend({ right: idParameter.describe("Id of the right.") }),
    answers: {
      200: [
        z.object({ id: z.string(), state: z.literal("ended") }).openapi("ReadingRightEnded"),
        "It is ended.",
      ],
    },
    problems: ["PERMISSION_DENIED", "SKILL_NOT_FOUND", "NOT_FOUND"],
  })
  .handle(async ({ params, actor }) => {
    await endReadingRight({ actor, skill: params.id, id: params.right });
    return { id: params.right };
  });
