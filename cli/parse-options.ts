import { parseArgs, type ParseArgsConfig } from "node:util";
import { UsageError } from "./command";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Config<T extends Options> = {
  args: string[];
  options: T;
  allowPositionals: true;
  strict: true;
  tokens: true;
};

/**
 * Options and paths of a command line.
 *
 * @throws UsageError for an unknown option, one without its value, two values where one is taken, or too few or too
 * many paths.
 */
export function parseOptions<T extends Options>(
  args: readonly string[],
  options: T,
  paths: { min: number; max?: number; name: string },
): ReturnType<typeof parseArgs<Config<T>>> {
  const parsed = parseStrictly({
    args: [...args],
    options,
    allowPositionals: true,
    strict: true,
    tokens: true,
  });
  refuseSecondValues(parsed.tokens, options);
  const count = parsed.positionals.length;
  if (count < paths.min) throw new UsageError(`${paths.name} is missing`);
  if (count > 0 && paths.max === 0)
    throw new UsageError(`nothing is expected after it, not ${parsed.positionals[0]}`);
  if (count > (paths.max ?? Infinity)) {
    throw new UsageError(`${count} times ${paths.name} given; at most ${paths.max} is taken`);
  }
  return parsed;
}

/** Which of two values is meant, nobody can tell. */
function refuseSecondValues(tokens: readonly { kind: string; name?: string }[], options: Options): void {
  const seen = new Set<string>();
  for (const { kind, name } of tokens) {
    if (kind !== "option" || name === undefined) continue;
    const { type, multiple } = options[name] ?? {};
    if (type !== "string" || multiple === true) continue;
    if (seen.has(name)) throw new UsageError(`--${name} is given twice`);
    seen.add(name);
  }
}

function parseStrictly<T extends Options>(config: Config<T>): ReturnType<typeof parseArgs<Config<T>>> {
  try {
    return parseArgs<Config<T>>(config);
  } catch (error) {
    // The first sentence says what is wrong; those after it are about arguments that begin with a hyphen.
    throw new UsageError(error instanceof Error ? (error.message.split(/\.\s/)[0] ?? "") : String(error));
  }
}

/**
 * One of the values an option may have; the first when it is not given.
 *
 * @throws UsageError naming the values.
 */
export function chooseOption<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly [T, ...T[]],
): T {
  const found = value === undefined ? allowed[0] : allowed.find((each) => each === value);
  if (found === undefined) throw new UsageError(`--${name} is one of ${allowed.join(", ")}, not ${value}`);
  return found;
}
