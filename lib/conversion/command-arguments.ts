import { DomainError } from "@/lib/kernel/errors";

/** What can stand between `--` and `=` without being read as something else. */
const OPTION_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u;

/**
 * An input as the arguments of a command (USK §3-2, `call_pattern: args`): one for each member, in its order. A text is
 * `--name=text`, true is `--name`, false and null are left out, anything else is `--name=` and its JSON. The value stands
 * in the same argument as its name, so that no text is taken for another option. Throws INPUT_INVALID with the places
 * where a name cannot be an option.
 */
export function toArguments(input: Readonly<Record<string, unknown>>): string[] {
  const errors = Object.keys(input)
    .filter((name) => !OPTION_NAME.test(name))
    .map((name) => ({
      pointer: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      detail: `The skill takes its input as arguments, and --${name.slice(0, 80)} is no option.`,
    }));
  if (errors.length > 0)
    throw new DomainError("INPUT_INVALID", `The input is refused. ${errors[0]?.detail}`, {
      details: { errors },
    });
  return Object.entries(input).flatMap(([name, value]) => {
    if (value === false || value === null) return [];
    if (value === true) return [`--${name}`];
    return [`--${name}=${typeof value === "string" ? value : JSON.stringify(value)}`];
  });
}
