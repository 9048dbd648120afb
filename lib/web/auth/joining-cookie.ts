import { cookies } from "next/headers";
import { z } from "zod";
import { env } from "@/lib/platform/config/env";
import { seal, unseal } from "@/lib/platform/config/server-key";
import { systemClock } from "@/lib/kernel/clock";
import { JOIN_LINK_MINUTES } from "@/lib/identity/registration/joining";

const PURPOSE = "joining";
const NAME = "emporion-joining";
const MAX_CHARACTERS = 4000;
const VALID_MS = JOIN_LINK_MINUTES * 60_000;

const asked = z.object({
  email: z.string(),
  returnTo: z.string(),
  expiresAt: z.number(),
});

/** What this browser asked for: a link to this address, which leads to this path. */
export type AskedToJoin = Omit<z.output<typeof asked>, "expiresAt">;

const isSecure = () => env().APP_URL.startsWith("https:");
/** `__Host-` keeps another host of the same domain from planting the cookie; browsers accept it over https only. */
const cookieName = () => (isSecure() ? `__Host-${NAME}` : NAME);

/**
 * Has this browser remember that it asked for a link, for as long as the link works. The value is sealed: nobody else
 * can make one, so a browser that has it did ask. For the answer of an action, which other sites cannot send.
 */
export async function storeJoining(joining: AskedToJoin): Promise<void> {
  const text = JSON.stringify({ ...joining, expiresAt: systemClock.now().getTime() + VALID_MS });
  (await cookies()).set(cookieName(), Buffer.from(seal(PURPOSE, "", text)).toString("base64url"), {
    httpOnly: true,
    // Sent along when somebody follows the link in a mail that a browser shows.
    sameSite: "lax",
    path: "/",
    secure: isSecure(),
    maxAge: VALID_MS / 1000,
  });
}

/** What this browser asked for last; null for nothing, and once the link is too old. */
export async function readJoining(): Promise<AskedToJoin | null> {
  const value = (await cookies()).get(cookieName())?.value ?? "";
  if (value === "" || value.length > MAX_CHARACTERS) return null;
  try {
    const { expiresAt, ...joining } = asked.parse(
      JSON.parse(unseal(PURPOSE, "", Buffer.from(value, "base64url"))),
    );
    return expiresAt > systemClock.now().getTime() ? joining : null;
  } catch {
    return null;
  }
}

/** For the answer of an action or a route: the link was used. */
export async function deleteJoining(): Promise<void> {
  (await cookies()).set(cookieName(), "", { path: "/", secure: isSecure(), maxAge: 0 });
}
