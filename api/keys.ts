import { readSignature, SIGNATURE_FORM } from "@/lib/chain/solana/signature";
import { z } from "@hono/zod-openapi";
import { noun } from "@/api/frame/operation";
import { idParameter, lookupText, signatureText } from "@/api/schemas/parameters";
import { moment } from "@/api/schemas/skill";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { createApiKey, listApiKeys, makeKeyWithWallet, revokeApiKey } from "@/lib/identity/keys/own-keys";
import { issueSignInChallenge } from "@/lib/identity/wallets/sign-in-challenge";
import { systemClock } from "@/lib/kernel/clock";

export const keys = noun("Account");

const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe("First characters, to tell keys apart."),
    created_at: moment,
    last_used_at: moment.nullable(),
    revoked_at: moment.nullable(),
    made_by: z
      .string()
      .nullable()
      .describe("Id of the key it was made with, and with which it ends; null for one a person made."),
    wallet: z
      .string()
      .nullable()
      .describe(
        "The wallet whose signature made it or let it in: unlinking that ends it, unless its owner keeps it. Null for a password or a key.",
      ),
    may_only_stage: z
      .boolean()
      .describe(
        "It uploads versions for its person to release, lists the account's skills, and does nothing else.",
      ),
  })
  .openapi("ApiKey");

keys
  .post("/v1/keys/api", {
    id: "createApiKey",
    summary: "Make another API key for the account",
    description: "It ends with the key it is made with. 60 an hour for each account.",
    key: "needed",
    limit: REQUEST_LIMITS.apiKeys,
    json: z
      .object({
        name: z.string().max(200),
        may_only_stage: z
          .boolean()
          .optional()
          .describe("It uploads versions for its person to release, and does nothing else."),
      })
      .openapi("ApiKeyRequest"),
    maxBytes: 4 * 1024,
    answers: {
      201: [
        apiKeySchema.extend({ key: z.string().describe("Shown this once.") }).openapi("NewApiKey"),
        "The key.",
      ],
    },
    problems: ["PERMISSION_DENIED"],
  })
  .handle(({ json, actor }) =>
    createApiKey(actor, json.name, systemClock, { mayOnlyStage: json.may_only_stage === true }),
  );

keys
  .get("/v1/keys/api", {
    id: "listApiKeys",
    summary: "The API keys of the account, the last 100 revoked ones included",
    key: "needed",
    answers: { 200: [z.object({ results: z.array(apiKeySchema) }), "Newest first."] },
  })
  .handle(async ({ actor }) => ({ results: await listApiKeys(actor) }));

keys
  .delete("/v1/keys/api/{id}", {
    id: "revokeApiKey",
    summary: "Revoke an API key for good",
    description:
      "A key can revoke itself and the keys that were made with it, which end with it in any case. Other keys are revoked by their owner on /keys.",
    key: "needed",
    params: z.object({ id: idParameter }),
    answers: { 200: [z.object({ status: z.literal("success"), id: z.string() }), "It no longer works."] },
    problems: ["PERMISSION_DENIED", "NOT_FOUND"],
  })
  .handle(async ({ params, actor }) => {
    const { id } = params;
    await revokeApiKey(actor, id);
    return { id };
  });
const MAX_ADDRESS_CHARACTERS = 64;

keys
  .post("/v1/owners/wallet-question", {
    id: "askWallet",
    summary: "The text a wallet signs to get an API key",
    description:
      "For a program that holds a wallet and has no account or no key: sign the text as it is and send it to POST /v1/owners/wallet-key. It is answered once, within five minutes, with the token given here; a signature that cannot be read answers nothing, and may be sent again. 60 an hour for each address.",
    limit: REQUEST_LIMITS.walletQuestions,
    json: z
      .object({ address: lookupText(MAX_ADDRESS_CHARACTERS).describe("Of the wallet, base58.") })
      .openapi("WalletAddress"),
    maxBytes: 1024,
    answers: {
      201: [
        z
          .object({
            text: z.string().describe("Sign its UTF-8 bytes with the wallet's Ed25519 key."),
            question_token: z.string().describe("Keep it: nobody else can answer the question."),
            valid_for_seconds: z.int(),
          })
          .openapi("WalletQuestion"),
        "The question.",
      ],
    },
  })
  .handle(async ({ json }) => {
    const { address } = json;
    const { text, cookie, validForSeconds } = await issueSignInChallenge(address, systemClock, "key");
    return { text, questionToken: cookie, validForSeconds };
  });
const MAX_TEXT_CHARACTERS = 4096;
const MAX_QUESTION_TOKEN_CHARACTERS = 200;
const MAX_NAME_CHARACTERS = 60;

keys
  .post("/v1/owners/wallet-key", {
    id: "makeKeyWithWallet",
    summary: "Get an API key with a wallet's signature",
    description:
      "Of the account the wallet signs in to; its first signature opens one, named after its address. The account is paid for what it publishes by this wallet, and its person can sign in with it at /sign-in. 20 an hour for each address.",
    limit: REQUEST_LIMITS.walletKeys,
    json: z
      .object({
        text: lookupText(MAX_TEXT_CHARACTERS).min(1).describe("The question's text, as it was given."),
        signature: signatureText.describe(`Of the text's UTF-8 bytes: ${SIGNATURE_FORM}`),
        question_token: lookupText(MAX_QUESTION_TOKEN_CHARACTERS).min(1),
        key_name: lookupText(MAX_NAME_CHARACTERS)
          .optional()
          .describe("What the key is called on /keys; left out: made with a wallet."),
      })
      .openapi("WalletAnswer"),
    maxBytes: 16 * 1024,
    answers: {
      201: [
        apiKeySchema
          .extend({
            key: z.string().describe("Shown this once."),
            account_id: z.string(),
            username: z.string(),
          })
          .openapi("WalletKey"),
        "The key, and whose it is.",
      ],
    },
    problems: ["SIGN_IN_CHALLENGE_INVALID", "SIGN_IN_SIGNATURE_INVALID", "PERMISSION_DENIED", "AUTH_FAILED"],
  })
  .handle(async ({ json }) => {
    const { text, signature, question_token: cookie, key_name } = json;
    const message = new TextEncoder().encode(text);
    const attempt = { message, signature: readSignature(signature), cookie };
    return makeKeyWithWallet(attempt, key_name ?? "made with a wallet");
  });
