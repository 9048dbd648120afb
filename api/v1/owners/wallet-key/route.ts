import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { limitRate } from "@/api/limits/limit-rate";
import { apiKeySchema, toApiKeyJson } from "@/api/schemas/api-key";
import { lookupText } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { makeKeyWithWallet } from "@/lib/identity/keys/make-key-with-wallet";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 16 * 1024;
const MAX_TEXT_CHARACTERS = 4096;
const MAX_SIGNATURE_CHARACTERS = 200;
const MAX_NAME_CHARACTERS = 60;

const route = createRoute({
  method: "post",
  path: "/v1/owners/wallet-key",
  operationId: "makeKeyWithWallet",
  tags: ["Account"],
  summary: "Get an API key with a wallet's signature",
  description:
    "Of the account the wallet signs in to; its first signature opens one, named after its address. The account is paid for what it publishes by this wallet, and its person can sign in with it at /sign-in. 20 an hour for each address.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    body: jsonRequest(
      z
        .object({
          text: lookupText(MAX_TEXT_CHARACTERS).min(1).describe("The question's text, as it was given."),
          signature: lookupText(MAX_SIGNATURE_CHARACTERS)
            .min(1)
            .describe("Of the text's UTF-8 bytes: 64 bytes in base64."),
          question_token: lookupText(MAX_SIGNATURE_CHARACTERS).min(1),
          key_name: lookupText(MAX_NAME_CHARACTERS)
            .optional()
            .describe("What the key is called on /keys; left out: made with a wallet."),
        })
        .openapi("WalletAnswer"),
    ),
  },
  responses: {
    201: jsonContent(
      apiKeySchema
        .extend({
          key: z.string().describe("Shown this once."),
          account_id: z.string(),
          username: z.string(),
        })
        .openapi("WalletKey"),
      "The key, and whose it is.",
    ),
    ...problems(
      "SIGN_IN_CHALLENGE_INVALID",
      "SIGN_IN_SIGNATURE_INVALID",
      "PERMISSION_DENIED",
      "AUTH_FAILED",
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
      "RATE_LIMITED",
    ),
  },
  security: [],
});

export const makeKeyWithWalletOperation = defineOperation(route, async (c) => {
  await limitRate(c, REQUEST_LIMITS.walletKeys, callerAddress(c));
  const { text, signature, question_token: cookie, key_name } = c.req.valid("json");
  const message = new TextEncoder().encode(text);
  const attempt = { message, signature: new Uint8Array(Buffer.from(signature, "base64")), cookie };
  const { accountId, username, key, ...made } = await makeKeyWithWallet(
    attempt,
    key_name ?? "made with a wallet",
  );
  return sendJson(c, { ...toApiKeyJson(made), key, account_id: accountId, username }, 201);
});
