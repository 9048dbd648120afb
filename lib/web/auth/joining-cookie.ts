import { z } from "zod";
import { JOIN_LINK_MINUTES } from "@/lib/identity/registration/joining";
import { sealedCookie } from "@/lib/web/auth/sealed-cookie";

/**
 * What this browser asked for: a link to this address, which leads to this path. It is remembered for as long as the
 * link works, and stored by actions, which other sites cannot send.
 */
const cookie = sealedCookie("joining", {
  shape: z.object({ email: z.string(), returnTo: z.string() }),
  validMs: JOIN_LINK_MINUTES * 60_000,
});

export const { store: storeJoining, read: readJoining, remove: deleteJoining } = cookie;
