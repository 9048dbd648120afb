import { randomBytes } from "node:crypto";
import { sha256Hex } from "@/lib/kernel/digest";

const KEY_BYTES = 32;

/** A key that only one browser gets; the market stores its hash. */
export const newFormKey = () => randomBytes(KEY_BYTES).toString("base64url");

export const hashFormKey = (key: string) => sha256Hex(key);
