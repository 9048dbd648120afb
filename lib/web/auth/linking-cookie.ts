import { z } from "zod";
import { sealedCookie } from "@/lib/web/auth/sealed-cookie";

/** As long as next-auth waits for an issuer's answer. */
const MINUTES = 15;

/** Whoever was signed in to this account has asked this issuer for the proof that links it to the account. */
const cookie = sealedCookie("linking", {
  shape: z.object({ accountId: z.string(), issuer: z.string() }),
  validMs: MINUTES * 60_000,
});

export const { store: storeLinking, read: readLinking, remove: deleteLinking } = cookie;
