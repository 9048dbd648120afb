import type { OAuthConfig } from "next-auth/providers/oauth";
import { custom, Issuer } from "openid-client";
import type { IssuerClaims } from "@/lib/identity/issuers/decide-claims";
import { systemClock } from "@/lib/kernel/clock";
import { env } from "@/lib/platform/config/env";
import type { SignInIssuer } from "@/lib/platform/config/setting-forms";

const PREFIX = "oidc-";
/** As long as what an issuer says of itself is cached; its keys are cached with it, and fetched anew for an unknown one. */
const CACHED_MS = 60 * 60_000;
const TIMEOUT_MS = 5_000;
const CLOCK_TOLERANCE_SECONDS = 10;

/** What next-auth calls an issuer, and the last part of the address that it leads back to. */
export const providerIdOf = ({ id }: Pick<SignInIssuer, "id">) => `${PREFIX}${id}`;

/** The issuer of the settings behind such a name; null for any other. */
export const findIssuerOfProvider = (provider: string | undefined): SignInIssuer | null =>
  env().OIDC_ISSUERS.find((issuer) => providerIdOf(issuer) === provider) ?? null;

interface Discovered {
  issuer: Issuer;
  until: number;
}

const cached = new Map<string, Discovered>();

/** What an issuer says of itself. Throws what the network throws, and where it says that it is another issuer. */
async function discover({ issuer: identifier }: SignInIssuer): Promise<Issuer> {
  const now = systemClock.now().getTime();
  const known = cached.get(identifier);
  if (known && known.until > now) return known.issuer;
  custom.setHttpOptionsDefaults({ timeout: TIMEOUT_MS });
  const issuer = await Issuer.discover(`${identifier.replace(/\/$/, "")}/.well-known/openid-configuration`);
  if (issuer.metadata.issuer !== identifier)
    throw new Error(`The issuer ${identifier} says that it is another one.`);
  cached.set(identifier, { issuer, until: now + CACHED_MS });
  return issuer;
}

/**
 * next-auth's provider for an issuer: the code flow with PKCE, state and nonce. The identity token is checked by
 * `openid-client` (signature by the issuer's keys, `iss`, `aud`, `exp`, `nonce`); the object that has the keys stays, so
 * that they are not fetched for each sign-in. Throws where the issuer cannot be asked about itself.
 */
export async function issuerProvider(setting: SignInIssuer): Promise<OAuthConfig<IssuerClaims>> {
  const issuer = await discover(setting);
  const { authorization_endpoint, token_endpoint } = issuer.metadata;
  return {
    id: providerIdOf(setting),
    name: setting.name,
    type: "oauth",
    issuer: setting.issuer,
    clientId: setting.client_id,
    clientSecret: setting.client_secret,
    authorization: { url: authorization_endpoint ?? "", params: { scope: "openid email" } },
    token: {
      url: token_endpoint ?? "",
      async request({ params, checks, provider: { callbackUrl } }) {
        const client = new issuer.Client({
          client_id: setting.client_id,
          client_secret: setting.client_secret,
          redirect_uris: [callbackUrl],
          response_types: ["code"],
          id_token_signed_response_alg: setting.signing_algorithm,
        });
        client[custom.clock_tolerance] = CLOCK_TOLERANCE_SECONDS;
        return { tokens: await client.callback(callbackUrl, params, { ...checks, response_type: "code" }) };
      },
    },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    // Who it is, is looked up once the token was checked (`signIn`).
    profile: ({ sub }) => ({ id: sub }),
  };
}
