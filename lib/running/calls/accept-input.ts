import { DomainError } from "@/lib/kernel/errors";
import { checkInput } from "@/lib/running/calls/check-input";
import type { JsonObject } from "@/lib/running/contract/json-text";

/**
 * The input of a call, checked (`checkInput`) and sure to reach the skill as it was sent. A member named `__proto__` is
 * refused at any depth, whatever the schema says: on its way through storage it would be lost, and the skill would then
 * be run on another input than the one that was quoted. Throws INPUT_INVALID and SKILL_NOT_RUNNABLE.
 */
export async function acceptInput(input: unknown, schema: unknown): Promise<JsonObject> {
  const checked = await checkInput(input, schema);
  const pointer = findPrototypeMember(checked, "");
  if (pointer === null) return checked;
  const detail = 'A property may not be named "__proto__".';
  throw new DomainError("INPUT_INVALID", `The input is refused. ${pointer}: ${detail}`, {
    details: { errors: [{ pointer, detail }] },
  });
}

/** `checkInput` has bounded the depth. */
function findPrototypeMember(value: unknown, pointer: string): string | null {
  if (typeof value !== "object" || value === null) return null;
  if (Object.hasOwn(value, "__proto__")) return `${pointer}/__proto__`;
  for (const [key, member] of Object.entries(value)) {
    const found = findPrototypeMember(member, `${pointer}/${escapeForPointer(key)}`);
    if (found !== null) return found;
  }
  return null;
}

const escapeForPointer = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
