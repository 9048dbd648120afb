import { cookies } from "next/headers";
import type { z } from "zod";
import { systemClock } from "@/lib/kernel/clock";
import { env } from "@/lib/platform/config/env";
import { seal, unseal } from "@/lib/platform/config/server-key";

const MAX_CHARACTERS = 4000;

const isSecure = () => env().APP_URL.startsWith("https:");

interface SealedCookie<Content> {
  /** For the answer of an action or a route. */
  store: (content: Content) => Promise<void>;
  /** What was stored last; null for nothing, for what nobody here has sealed, and once it is too old. */
  read: () => Promise<Content | null>;
  /** For the answer of an action or a route. */
  remove: () => Promise<void>;
}

/**
 * A cookie that this browser holds for so long and nobody else can make: what it says was stored here. `name` is also
 * what it is sealed for.
 */
export function sealedCookie<Shape extends z.ZodType>(
  name: "joining" | "linking",
  { shape, validMs }: { shape: Shape; validMs: number },
): SealedCookie<z.output<Shape>> {
  // `__Host-` keeps another host of the same domain from planting the cookie; browsers accept it over https only.
  const cookieName = () => `${isSecure() ? "__Host-" : ""}emporion-${name}`;
  return {
    async store(content) {
      const text = JSON.stringify({ content, expiresAt: systemClock.now().getTime() + validMs });
      (await cookies()).set(cookieName(), Buffer.from(seal(name, "", text)).toString("base64url"), {
        httpOnly: true,
        // Sent along when somebody follows a link in a mail, or is led back by an issuer.
        sameSite: "lax",
        path: "/",
        secure: isSecure(),
        maxAge: validMs / 1000,
      });
    },
    async read() {
      const value = (await cookies()).get(cookieName())?.value ?? "";
      if (value === "" || value.length > MAX_CHARACTERS) return null;
      try {
        const stored = JSON.parse(unseal(name, "", Buffer.from(value, "base64url"))) as {
          content: unknown;
          expiresAt: number;
        };
        return stored.expiresAt > systemClock.now().getTime() ? shape.parse(stored.content) : null;
      } catch {
        return null;
      }
    },
    async remove() {
      (await cookies()).set(cookieName(), "", { path: "/", secure: isSecure(), maxAge: 0 });
    },
  };
}
