/**
 * What `openid-client` and next-auth say of an answer of an issuer that they refuse, and what it is called in the log
 * and on the page. The first that fits counts.
 */
const ERRORS = [
  ["denied", /^access_denied/],
  ["state", /state (?:mismatch|missing|cookie was missing)|State cookie was missing/i],
  ["code_verifier", /PKCE code_verifier cookie was missing/i],
  ["nonce", /nonce mismatch|Nonce cookie was missing|missing required JWT property nonce/i],
  ["iss", /iss mismatch|unexpected iss value|iss missing from the response/],
  ["aud", /aud mismatch|aud is missing the client_id|azp mismatch|missing required JWT property azp/],
  ["expired", /JWT expired/],
  ["not_yet", /JWT not active yet|issued in the future|JWT issued too far in the past/],
  ["algorithm", /unexpected JWT alg received/],
  ["signature", /failed to validate JWT signature/],
  ["key", /no valid key found|multiple matching keys found/],
  ["at_hash", /at_hash mismatch|c_hash mismatch|s_hash mismatch/],
  ["claim", /missing required JWT property|JWT .* claim must be/],
  ["no_token", /id_token not present/],
  ["malformed", /failed to decode JWT|unexpected token_type|JSON|encrypted/i],
  ["unavailable", /ECONN|ENOTFOUND|EAI_AGAIN|timed out|timeout|certificate|socket|expected 200 OK/i],
] as const;

export type TokenError = (typeof ERRORS)[number][0] | "answer";

/** The name of what is wrong with an issuer's answer; `answer` for one without a name of its own. */
export function nameTokenError(message: string): TokenError {
  return ERRORS.find(([, form]) => form.test(message))?.[0] ?? "answer";
}
