import { randomBytes, randomInt } from "node:crypto";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/transaction";
import { sha256Hex } from "@/lib/kernel/digest";
import { insertDeviceLogin } from "@/lib/identity/devices/device-logins-repository";
import { newId } from "@/lib/kernel/ids";

const DEVICE_LOGIN_SECONDS = 900;
/** How often a program may ask whether it was let in. */
export const DEVICE_POLL_SECONDS = 5;
/** Consonants: nothing that spells a word or looks like another letter's digit (RFC 8628, 6.1). */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const CODE_LENGTH = 8;
const MAX_LABEL_CHARACTERS = 60;
const ATTEMPTS = 5;

export interface DeviceLoginBegun {
  /** The program's secret; only its hash is stored. */
  deviceCode: string;
  /** What the person reads and types, as `BCDF-GHJK`. */
  userCode: string;
  expiresInSeconds: number;
  intervalSeconds: number;
}

/** A program asks to be let in (RFC 8628, 3.2). `label` is what it calls itself; nobody vouches for it. */
export async function beginDeviceLogin(label: string, clock: Clock = systemClock): Promise<DeviceLoginBegun> {
  const now = clock.now();
  for (let attempt = 1; ; attempt++) {
    const deviceCode = randomBytes(32).toString("base64url");
    const userCode = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
    try {
      await insertDeviceLogin(database(), {
        id: newId("dev", now.getTime()),
        deviceCodeHash: hashDeviceCode(deviceCode),
        userCode,
        label: printable(label) || "a program",
        createdAt: now,
        expiresAt: new Date(now.getTime() + DEVICE_LOGIN_SECONDS * 1000),
      });
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === ATTEMPTS) throw error;
      continue;
    }
    return {
      deviceCode,
      userCode: `${userCode.slice(0, 4)}-${userCode.slice(4)}`,
      expiresInSeconds: DEVICE_LOGIN_SECONDS,
      intervalSeconds: DEVICE_POLL_SECONDS,
    };
  }
}

export const hashDeviceCode = (code: string) => sha256Hex(code);

const printable = (label: string) =>
  Array.from(label.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "").trim())
    .slice(0, MAX_LABEL_CHARACTERS)
    .join("")
    .slice(0, MAX_LABEL_CHARACTERS);
