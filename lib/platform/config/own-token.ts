import { createHmac } from "node:crypto";

/** The secret of this installation. Throws where there is none. */
export function installationSecret(): string {
  const value = process.env["NEXTAUTH_SECRET"];
  if (!value) throw new Error("NEXTAUTH_SECRET is not set");
  return value;
}

/**
 * What nobody but this installation can make, in base64url: one for each purpose and what it is about, the same each
 * time. Throws without the secret.
 */
export const ownToken = (purpose: string, ...about: readonly string[]): string =>
  createHmac("sha256", installationSecret())
    .update([purpose, ...about].join("\0"))
    .digest("base64url");
