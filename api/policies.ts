import { z } from "@hono/zod-openapi";
import { writtenFrom } from "@/api/frame/json-of";
import { headerNamed } from "@/api/frame/openapi";
import { noun } from "@/api/frame/operation";
import type { ApiContext } from "@/api/frame/context";
import { envelopeSchema } from "@/api/schemas/call";
import { lookupText } from "@/api/schemas/parameters";
import { moment } from "@/api/schemas/skill";
import {
  getOwnPolicy,
  getPolicyOf,
  setOwnPolicy,
  signAccountPolicy,
  type AccountPolicyView,
} from "@/lib/identity/policies/account-policies";
import { MAX_POLICY_BYTES, policySchema } from "@/lib/vetting/policy/policy";

export const policies = noun("Account");

const MAX_NAME = 64;

// A copy: the schema may have been made before this program taught zod to describe itself.
const rulesSchema = policySchema
  .clone()
  .openapi("Policy")
  .describe(
    "Rules that are left out ask for nothing; what a rule needs and nobody says is refused. `/schemas/policy-1.json` is its JSON Schema.",
  );

const accountPolicySchema = writtenFrom(
  z
    .object({
      account_id: z.string(),
      username: z.string(),
      number: z
        .int()
        .describe("Counts the policies of the account; 0 while it never set one. It is the entity tag."),
      is_public: z.boolean().describe("Everybody may read it; else the account's keys alone."),
      set_at: moment.nullable(),
      policy: rulesSchema,
      key_id: z.string().describe("The market's public key, base58; compare it with GET /v1/keys."),
      envelope: envelopeSchema,
    })
    .openapi("AccountPolicy"),
  ({ account }: AccountPolicyView) => ({ account_id: account.id, username: account.name }),
);

const TAGGED = { headers: { ETag: headerNamed("PolicyTag") } };

const answerOf = async (view: AccountPolicyView, c: ApiContext) => {
  c.header("etag", `"${view.number}"`);
  return { ...view, ...(await signAccountPolicy(view)) };
};

policies
  .get("/v1/account/policy", {
    id: "getOwnPolicy",
    summary: "What your account's keys may call",
    description:
      "The policy in force; number 0 asks for nothing. Calls with a key of the account, over HTTP and MCP, are refused with POLICY_REFUSED where it refuses the version; a search over MCP marks what it refuses.",
    key: "needed",
    answers: { 200: [accountPolicySchema, "The policy, signed by the market.", TAGGED] },
  })
  .handle(async ({ actor }, c) => answerOf(await getOwnPolicy(actor), c));

policies
  .put("/v1/account/policy", {
    id: "setOwnPolicy",
    summary: "Set what your account's keys may call",
    description:
      'The whole policy: a rule that is left out asks for nothing from then on. `If-Match` has the entity tag of the policy that this one takes the place of, so that nobody overwrites what they have not read; "0" for the first.',
    key: "needed",
    headers: z.object({
      "if-match": z
        .string()
        .regex(/^"(?:0|[1-9]\d{0,8})"$/, 'the entity tag of GET /v1/account/policy, such as "3"')
        .describe("The entity tag of the policy as you read it."),
    }),
    json: z.object({ policy: rulesSchema, is_public: z.boolean().default(false) }).openapi("PolicyRequest"),
    maxBytes: MAX_POLICY_BYTES,
    answers: { 200: [accountPolicySchema, "The policy that is in force now.", TAGGED] },
    problems: ["POLICY_CHANGED"],
  })
  .handle(async ({ json, headers, actor }, c) => {
    const expected = Number(headers["if-match"].slice(1, -1));
    const { policy, is_public: isPublic } = json;
    return answerOf(await setOwnPolicy(actor, { policy, isPublic, expected }), c);
  });

policies
  .get("/v1/people/{name}/policy", {
    id: "getPolicyOfPerson",
    summary: "The policy of an account",
    description:
      "For whoever lets it hold for a project: `accounts` in emporion.policy.json names it. Where it is not public, only a key of the account reads it.",
    key: "optional",
    params: z.object({ name: lookupText(MAX_NAME).min(1).describe("User name.") }),
    answers: { 200: [accountPolicySchema, "The policy, signed by the market.", TAGGED] },
    problems: ["NOT_FOUND"],
  })
  .handle(async ({ params, actor }, c) => answerOf(await getPolicyOf(params.name, actor), c));
