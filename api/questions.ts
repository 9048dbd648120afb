import { z } from "@hono/zod-openapi";
import { ageOfSkills } from "@/api/frame/answer";
import { callerAddress, limitRate } from "@/api/frame/caller";
import { noun } from "@/api/frame/operation";
import { FILED, reportRequest } from "@/api/reports";
import { idParameter, skillParameter, wholeNumberOr } from "@/api/schemas/parameters";
import { SKILL_PROBLEMS } from "@/api/schemas/problem";
import { moment, doneSchema } from "@/api/schemas/skill";
import { reportPost } from "@/lib/moderation/reports";
import { getQuestion, listQuestions } from "@/lib/registry/questions/list-questions";
import { withdrawPost } from "@/lib/registry/questions/withdraw-posts";
import { answerQuestion, askQuestion, MAX_POST_CHARACTERS } from "@/lib/registry/questions/write-post";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

export const questions = noun("Discovery");

const post = {
  id: z.string(),
  username: z.string().nullable().describe("Null, as the text, once its author took it back."),
  text: z.string().nullable().describe("Plain text."),
  role: z
    .enum(["owner", "maintainer"])
    .nullable()
    .describe("Whether the account owns or maintains the skill now."),
  created_at: moment,
};
const answerSchema = z.object(post).openapi("Answer");
const questionSchema = z
  .object({
    ...post,
    answers_count: z.int(),
    answers: z
      .array(answerSchema)
      .describe("In a list the first three, those of the owner and maintainers before others."),
  })
  .openapi("Question");

const part = z.object({
  limit: wholeNumberOr(20, { min: 1, max: 50 }),
  cursor: z.string().max(100).optional().describe("`next_cursor` of the page before."),
});
// One name for both: paths that differ by the name of a parameter alone are one path.
const questionParameter = skillParameter.extend({ post: idParameter.describe("Id of a question.") });
const postParameter = skillParameter.extend({
  post: idParameter.describe("Id of a question, or of an answer."),
});
const written = z
  .object({ text: z.string().max(MAX_POST_CHARACTERS).describe("Plain text; everybody can read it.") })
  .openapi("PostRequest");
const PROBLEMS = [...SKILL_PROBLEMS, "QUESTION_NOT_ALLOWED"] as const;

questions
  .get("/v1/skills/{id}/questions", {
    id: "listQuestions",
    summary: "Questions about a skill, newest first",
    params: skillParameter,
    query: part,
    answers: {
      200: [
        z
          .object({
            status: z.literal("success"),
            name: z.string(),
            results: z.array(questionSchema),
            next_cursor: z.string().nullable(),
          })
          .openapi("Questions"),
        "Questions, one page.",
      ],
    },
    cached: ageOfSkills(60),
    cacheKind: "skill",
    problems: SKILL_PROBLEMS,
  })
  .handle(async ({ params, query }) => {
    const { slug, questions: results, nextCursor } = await listQuestions(params.id, query);
    return { name: slug, results, nextCursor };
  });

questions
  .get("/v1/skills/{id}/questions/{post}", {
    id: "getQuestion",
    summary: "A question with its answers, oldest first",
    params: questionParameter,
    query: part,
    answers: {
      200: [
        z
          .object({
            status: z.literal("success"),
            name: z.string(),
            question: questionSchema,
            next_cursor: z.string().nullable(),
          })
          .openapi("QuestionAnswers"),
        "The question, and one page of its answers.",
      ],
    },
    cached: ageOfSkills(60),
    cacheKind: "skill",
    problems: [...SKILL_PROBLEMS, "NOT_FOUND"],
  })
  .handle(async ({ params, query }) => {
    const { slug, ...found } = await getQuestion(params.id, params.post, query);
    return { name: slug, ...found };
  });

questions
  .post("/v1/skills/{id}/questions", {
    id: "askQuestion",
    summary: "Ask a question about a skill",
    description: "Everybody can read it; the owner of the skill is mailed. Not under a draft.",
    key: "needed",
    limit: REQUEST_LIMITS.question,
    params: skillParameter,
    json: written,
    maxBytes: 16 * 1024,
    answers: { 201: [z.object({ question_id: z.string() }), "Asked."] },
    problems: PROBLEMS,
  })
  .handle(async ({ json, params, actor }, c) => {
    await limitRate(c, REQUEST_LIMITS.postsOfAddress, callerAddress(c));
    const { questionId } = await askQuestion({ actor, skill: params.id, text: json.text });
    return { questionId };
  });

questions
  .post("/v1/skills/{id}/questions/{post}/answers", {
    id: "answerQuestion",
    summary: "Answer a question about a skill",
    description: "Who asked is mailed. An answer of the owner or a maintainer is marked as theirs.",
    key: "needed",
    limit: REQUEST_LIMITS.answer,
    params: questionParameter,
    json: written,
    maxBytes: 16 * 1024,
    answers: { 201: [z.object({ answer_id: z.string() }), "Answered."] },
    problems: [...PROBLEMS, "NOT_FOUND"],
  })
  .handle(async ({ json, params, actor }, c) => {
    await limitRate(c, REQUEST_LIMITS.postsOfAddress, callerAddress(c));
    const { id: skill, post: question } = params;
    const { answerId } = await answerQuestion({ actor, skill, question, text: json.text });
    return { answerId };
  });

questions
  .delete("/v1/skills/{id}/questions/{post}", {
    id: "withdrawPost",
    summary: "Take back your question or answer",
    description: "Its text and whose it was are deleted. Answers to a question stay: they are others'.",
    key: "needed",
    params: postParameter,
    answers: { 200: [doneSchema, "Taken back."] },
    problems: [...SKILL_PROBLEMS, "NOT_FOUND", "PERMISSION_DENIED"],
  })
  .handle(async ({ params, actor }) => {
    await withdrawPost({ actor, skill: params.id, post: params.post });
    return {};
  });

questions
  .post("/v1/skills/{id}/questions/{post}/reports", {
    id: "reportPost",
    summary: "Tell the administrators that a question or answer should not be here",
    description: "No account needed. The text is read by administrators only.",
    key: "optional",
    limit: REQUEST_LIMITS.report,
    params: postParameter,
    json: reportRequest,
    maxBytes: 16 * 1024,
    answers: { 201: FILED },
    problems: [...SKILL_PROBLEMS, "NOT_FOUND", "REPORT_ALREADY_FILED"],
  })
  .handle(async ({ json, params, actor }, c) => {
    const caller = { ...(actor ? { accountId: actor.accountId } : {}), address: callerAddress(c) };
    return reportPost({ skill: params.id, post: params.post, ...json, caller });
  });
