/** What a value is made of, as bits: where it comes from decides what sending or running it means. */
export const FROM = {
  environment: 1,
  /** Entries of the environment picked by their names. */
  selection: 2,
  credentials: 4,
  settings: 8,
  /** One variable that holds a key. */
  key: 16,
  download: 32,
  decoded: 64,
  input: 128,
  private: 256,
  personal: 512,
  /** A name that was put together so that it does not read as one. */
  spelled: 1024,
  /** A connection to a server. */
  client: 2048,
  /** Arguments: what whoever starts the program writes behind its name. */
  arguments: 4096,
} as const;

export const SECRETS = FROM.environment | FROM.selection | FROM.credentials | FROM.settings | FROM.key;

/** What an expression says, as far as it stands in the source. */
export interface Value {
  /** Its text; what is not known of it is left out. */
  readonly text: string;
  /** True where the whole text is known. */
  readonly isKnown: boolean;
  /** The function, module or object it names, such as `os.system`; "" for any other. */
  readonly name: string;
  /** Bits of `FROM`. */
  readonly from: number;
  /** The variable of a key, or the place that was read. */
  readonly source: string;
}

export const NOTHING: Value = { text: "", isKnown: false, name: "", from: 0, source: "" };

const MAX_TEXT = 20_000;

export const textValue = (text: string, from = 0): Value => ({
  text: text.slice(0, MAX_TEXT),
  isKnown: true,
  name: "",
  from,
  source: "",
});

/** Both, one behind the other. */
export function concatenate(left: Value, right: Value, between = ""): Value {
  return {
    text: (left.text + between + right.text).slice(0, MAX_TEXT),
    isKnown: left.isKnown && right.isKnown,
    name: "",
    // What is only a part of a text is not what was downloaded or decoded.
    from: (left.from | right.from) & ~(FROM.download | FROM.client),
    source: left.source || right.source,
  };
}

/** Either: what several assignments or arguments may give. */
export function either(left: Value, right: Value): Value {
  if (left === NOTHING) return right;
  if (right === NOTHING) return left;
  const first = left.text === "" ? right : left;
  return {
    text: first.text,
    isKnown: first.isKnown,
    name: left.name || right.name,
    from: left.from | right.from,
    source: left.source || right.source,
  };
}

const KEYCHAIN = "keychain";
/** The source of a login that the keychain has under a name. */
export const keychainEntry = (name: string): string => (name === "" ? KEYCHAIN : `${KEYCHAIN}: ${name}`);
/** The name of that entry; null for any other source. */
export const entryOf = (source: string): string | null =>
  source.startsWith(`${KEYCHAIN}: `) ? source.slice(KEYCHAIN.length + 2) : null;

/** The words of those bits, for facts. */
export function wordsOf(from: number): string[] {
  return Object.entries(FROM).flatMap(([word, bit]) => ((from & bit) === 0 ? [] : [word]));
}
