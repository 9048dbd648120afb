import { toBase64 } from "@/components/wallet/base64";
import type { SolanaSignInInput } from "@solana/wallet-standard-features";

/** The question the market asks before it believes an address; the text is what the wallet will sign. */
export interface SignInChallenge {
  input: SolanaSignInInput;
  text: string;
}

/** Asks for a text to sign with `address`. The answer also sets the cookie that ties it to this browser. */
export async function requestChallenge(address: string): Promise<SignInChallenge> {
  const response = await fetch("/api/sign-in/challenge", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address }),
  });
  if (!response.ok) throw new Error(`challenge refused (${response.status})`);
  return (await response.json()) as SignInChallenge;
}

/** Sends the signed text to next-auth. `done` when a session was opened. */
export async function completeSignIn(
  address: string,
  signed: { signedMessage: Uint8Array; signature: Uint8Array },
): Promise<"done" | "refused"> {
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  const response = await fetch("/api/auth/callback/solana", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      csrfToken,
      address,
      message: toBase64(signed.signedMessage),
      signature: toBase64(signed.signature),
      json: "true",
    }),
  });
  return response.ok ? "done" : "refused";
}

/**
 * For who is signed in already: adds the wallet that signed to the account (`link`), or proves by it that it is them
 * (`confirm`). `unconfirmed`: it has to be shown first that it is them.
 */
export async function completeFor(
  purpose: "link" | "confirm",
  signed: { signedMessage: Uint8Array; signature: Uint8Array },
): Promise<"done" | "unconfirmed" | "refused"> {
  const response = await fetch(`/api/sign-in/${purpose}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message: toBase64(signed.signedMessage), signature: toBase64(signed.signature) }),
  });
  if (response.ok) return "done";
  return response.status === 403 ? "unconfirmed" : "refused";
}
