import { systemClock } from "@/lib/kernel/clock";
import { lockProfile, writeProfile } from "@/lib/catalogue/core-tools/repository";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { isJsonObject, readJsonText, type JsonObject } from "@/lib/running/contract/json-text";

const MAX_PROFILE_BYTES = 64 * 1024;
const MAX_DEPTH = 16;
const SECTION = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;
const RESERVED = "__proto__";

/**
 * The core tool `save`: merges `data` into one section of the owner's profile, as RFC 7396 merges: members replace
 * those of the same name, null removes one, and null for `data` removes the section. Returns the section as it is now.
 * A profile has at most 64 KiB. Throws INPUT_INVALID and CONTENT_TOO_LARGE.
 */
export async function saveProfile(
  ownerId: string,
  { section, data }: { section: string; data: unknown },
): Promise<JsonObject | null> {
  if (!SECTION.test(section) || section === RESERVED) {
    throw new DomainError("INPUT_INVALID", "A section is named with 1 to 64 letters, digits, _ and -.");
  }
  const change = data === null ? null : readChange(data);
  const now = systemClock.now();
  return inTransaction(async (db) => {
    const profile = new Map(Object.entries(await lockProfile(db, ownerId, now)));
    const merged = change === null ? null : merge(profile.get(section), change);
    if (merged === null) profile.delete(section);
    else profile.set(section, merged);
    const next: JsonObject = Object.fromEntries(profile);
    const sizeBytes = Buffer.byteLength(JSON.stringify(next));
    if (sizeBytes > MAX_PROFILE_BYTES) {
      throw new DomainError(
        "CONTENT_TOO_LARGE",
        `The profile would have ${sizeBytes} bytes; at most ${MAX_PROFILE_BYTES} are kept. Remove something first.`,
      );
    }
    await writeProfile(db, ownerId, { data: next, updatedAt: now });
    return merged;
  });
}

function readChange(data: unknown): JsonObject {
  const limits = { maxBytes: MAX_PROFILE_BYTES, maxDepth: MAX_DEPTH, interoperable: true };
  const reading = readJsonText(JSON.stringify(data) ?? "", limits);
  if (!reading.ok) throw new DomainError("INPUT_INVALID", `What is to be saved ${reading.reason}.`);
  if (!isJsonObject(reading.value)) {
    throw new DomainError("INPUT_INVALID", "What is to be saved is a JSON object, or null to remove it.");
  }
  return reading.value;
}

/** The depth of both was bounded when they were read. */
function merge(target: unknown, change: JsonObject): JsonObject {
  const merged = new Map<string, unknown>(isJsonObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(change)) {
    if (name === RESERVED) throw new DomainError("INPUT_INVALID", 'A member may not be named "__proto__".');
    if (value === null) merged.delete(name);
    else merged.set(name, isJsonObject(value) ? merge(merged.get(name), value) : value);
  }
  return Object.fromEntries(merged);
}
