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

/** Sends the signed text to next-auth. True when a session was opened. */
export async function completeSignIn(
  address: string,
  signed: { signedMessage: Uint8Array; signature: Uint8Array },
): Promise<boolean> {
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
  return response.ok;
}

/** Adds the wallet that signed to the account of who is signed in. True when it belongs to it now. */
export async function completeLink(signed: {
  signedMessage: Uint8Array;
  signature: Uint8Array;
}): Promise<boolean> {
  const response = await fetch("/api/sign-in/link", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message: toBase64(signed.signedMessage), signature: toBase64(signed.signature) }),
  });
  return response.ok;
}
