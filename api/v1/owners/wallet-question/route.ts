import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { limitRate } from "@/api/limits/limit-rate";
import { lookupText } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { systemClock } from "@/lib/kernel/clock";
import { issueSignInChallenge } from "@/lib/identity/wallets/issue-sign-in-challenge";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 1024;
const MAX_ADDRESS_CHARACTERS = 64;

const route = createRoute({
  method: "post",
  path: "/v1/owners/wallet-question",
  operationId: "askWallet",
  tags: ["Account"],
  summary: "The text a wallet signs to get an API key",
  description:
    "For a program that holds a wallet and has no account or no key: sign the text as it is and send it to POST /v1/owners/wallet-key. It is answered once, within five minutes, with the token given here. 60 an hour for each address.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    body: jsonRequest(
      z
        .object({ address: lookupText(MAX_ADDRESS_CHARACTERS).describe("Of the wallet, base58.") })
        .openapi("WalletAddress"),
    ),
  },
  responses: {
    201: jsonContent(
      z
        .object({
          text: z.string().describe("Sign its UTF-8 bytes with the wallet's Ed25519 key."),
          question_token: z.string().describe("Keep it: nobody else can answer the question."),
          valid_for_seconds: z.int(),
        })
        .openapi("WalletQuestion"),
      "The question.",
    ),
    ...problems("REQUEST_INVALID", ...BODY_PROBLEMS, "RATE_LIMITED"),
  },
});

export const askWalletOperation = defineOperation(route, async (c) => {
  await limitRate(c, REQUEST_LIMITS.walletQuestions, callerAddress(c));
  const { address } = c.req.valid("json");
  const { text, cookie, validForSeconds } = await issueSignInChallenge(address, systemClock, "key");
  return sendJson(c, { text, question_token: cookie, valid_for_seconds: validForSeconds }, 201);
});
