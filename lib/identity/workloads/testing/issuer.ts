import http from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from "jose";
import { afterAll, beforeAll } from "vitest";

/** The claims of a job that GitHub would sign; the names are those of its documentation. */
export const JOB = {
  sub: "repo:acme/skills:environment:release",
  repository: "acme/skills",
  repository_id: "4711",
  workflow_ref: "acme/skills/.github/workflows/publish.yml@refs/tags/v1.2.0",
  environment: "release",
  event_name: "release",
  ref: "refs/tags/v1.2.0",
  sha: "0123456789abcdef0123456789abcdef01234567",
  run_id: "99",
  run_attempt: "1",
};

/**
 * An issuer of the calling test file, on this machine: with the keys that it publishes, and a way to sign. The setting
 * CI_ISSUERS names it; it writes tokens as GitHub does.
 */
export function testIssuer() {
  let url = "";
  let key: CryptoKey;
  let asked = 0;
  let isAway = false;
  const server = http.createServer((request, response) => {
    asked += 1;
    if (isAway) return void response.writeHead(503).end();
    const answer =
      request.url === "/.well-known/openid-configuration"
        ? { issuer: url, jwks_uri: `${url}/keys` }
        : { keys: [published] };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  let published: object;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    process.env["CI_ISSUERS"] = `github=${url}`;
    const pair = await generateKeyPair("RS256", { extractable: true });
    key = pair.privateKey;
    published = { ...(await exportJWK(pair.publicKey)), kid: "of-the-test", alg: "RS256", use: "sig" };
  });
  afterAll(() => void server.close());
  return {
    url: () => url,
    asked: () => asked,
    away: (is: boolean) => void (isAway = is),
    /** A token as the issuer signs it, with the claims of `JOB` unless others are given; undefined leaves one out. */
    sign: async (
      claims: JWTPayload = {},
      { by = key, kid = "of-the-test", seconds = 300, ago = 0 }: Signing = {},
    ): Promise<string> => {
      const now = Math.floor(Date.now() / 1_000) - ago;
      const all = {
        iss: url,
        jti: crypto.randomUUID(),
        iat: now,
        nbf: now,
        exp: now + seconds,
        ...JOB,
        ...claims,
      };
      return new SignJWT(all).setProtectedHeader({ alg: "RS256", kid }).sign(by);
    },
  };
}

interface Signing {
  by?: CryptoKey;
  kid?: string;
  seconds?: number;
  /** How many seconds before now it was written. */
  ago?: number;
}
