import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from "jose";
import type { SignInIssuer } from "@/lib/platform/config/setting-forms";

/** A person at the issuer, and what is wrong with the token that is made for them. */
export interface Wish {
  claims?: JWTPayload;
  /** Forges the token that would have been given. */
  forge?: (token: Forging) => Promise<string> | string;
}

/** What a forger has: the honest claims, the issuer's key, and one of their own. */
export interface Forging {
  claims: JWTPayload;
  sign: (claims: JWTPayload, header?: { kid?: string; key?: CryptoKey }) => Promise<string>;
  strange: CryptoKey;
  /** Of other algorithms: `none`, or HMAC with the client's secret. */
  unsigned: (claims: JWTPayload, secret?: string) => string;
}

export interface OwnIssuer {
  setting: SignInIssuer;
  /** How often each path was asked. */
  asked: Map<string, number>;
  /** Who signs in next in a browser that is led to the issuer. */
  expect: (wish: Wish) => void;
  /** Has the person of a wish agree to a request: the query that the browser is led back with. */
  agree: (authorization: string, wish?: Wish) => Record<string, string>;
  close: () => Promise<void>;
}

const KEY = "first";
const SECRET = "a secret of the client at its issuer";
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** An OpenID Connect issuer on this machine, over real HTTP: discovery, keys, and codes that are exchanged with PKCE. */
export async function startIssuerOfOwn(wanted: Partial<SignInIssuer> = {}, port = 0): Promise<OwnIssuer> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const strange = (await generateKeyPair("RS256")).privateKey;
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY, alg: "RS256", use: "sig" };
  const asked = new Map<string, number>();
  const codes = new Map<string, { challenge: string; nonce: string; redirect: string; wish: Wish }>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const setting: SignInIssuer = {
    id: "acme",
    name: "Acme",
    issuer,
    client_id: "market",
    client_secret: SECRET,
    domains: ["acme.example"],
    signing_algorithm: "RS256",
    ...wanted,
  };

  const sign: Forging["sign"] = (claims, { kid = KEY, key = privateKey } = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid }).sign(key);
  const unsigned: Forging["unsigned"] = (claims, secret) => {
    const text = `${encoded({ alg: secret === undefined ? "none" : "HS256", kid: KEY })}.${encoded(claims)}`;
    return `${text}.${secret === undefined ? "" : createHmac("sha256", secret).update(text).digest("base64url")}`;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", issuer);
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
    const say = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (pathname === "/.well-known/openid-configuration")
      return void say(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        authorization_response_iss_parameter_supported: true,
      });
    if (pathname === "/authorize") {
      const back = new URL(new URL(request.url ?? "/", issuer).searchParams.get("redirect_uri") ?? "");
      back.search = new URLSearchParams(agree(`${issuer}${request.url ?? ""}`, expected)).toString();
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (pathname === "/keys") return void say(200, { keys: [jwk] });
    if (pathname !== "/token") return void say(404, {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const code = form.get("code") ?? "";
    const given = codes.get(code);
    codes.delete(code);
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const client = `Basic ${Buffer.from(`${setting.client_id}:${SECRET.replaceAll(" ", "+")}`).toString("base64")}`;
    if (request.headers.authorization !== client) return void say(401, { error: "invalid_client" });
    if (given?.challenge !== verifier || given.redirect !== form.get("redirect_uri"))
      return void say(400, { error: "invalid_grant" });
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: setting.client_id,
      sub: "mira",
      email: "mira@acme.example",
      email_verified: true,
      nonce: given.nonce,
      iat: now,
      exp: now + 300,
      ...given.wish.claims,
    };
    const idToken = given.wish.forge
      ? await given.wish.forge({ claims, sign, strange, unsigned })
      : await sign(claims);
    say(200, { access_token: randomUUID(), token_type: "Bearer", id_token: idToken });
  }

  let expected: Wish = {};
  function agree(authorization: string, wish: Wish = {}): Record<string, string> {
    const { searchParams } = new URL(authorization);
    const code = randomUUID();
    codes.set(code, {
      challenge: searchParams.get("code_challenge") ?? "",
      nonce: searchParams.get("nonce") ?? "",
      redirect: searchParams.get("redirect_uri") ?? "",
      wish,
    });
    return { code, state: searchParams.get("state") ?? "", iss: issuer };
  }

  return {
    setting,
    asked,
    agree,
    expect: (wish) => void (expected = wish),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
