import { checkText, findingAt, quote, textAt } from "../fields";
import { countCharacters } from "../values/measure-text";
import type { YamlNode } from "../yaml/node";
import { nodeAt } from "../yaml/node";
import type { Check, DialectDefinition } from "./dialect";
import { DIALECTS_KEY, KNOWN_KEYS } from "./keys";

/** Kebab-case: a name of digits alone, or beginning with one, is fine. */
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export function isKebabCase(text: string): boolean {
  return KEBAB_CASE.test(text);
}

/** A required text at the top level: missing, of another type, or coerced. */
export function requiredText(key: string): Check {
  return (view, report) => checkText(view.frontMatter, key, report, { required: true });
}

/** An optional text at the top level: of another type, or coerced. */
export function optionalText(key: string): Check {
  return (view, report) => checkText(view.frontMatter, key, report);
}

/** Exo §2; USK §3-1; VibeLife §2.1; Agent Skills, name: the identifier is kebab-case. */
export function kebabCase(key: string): Check {
  return (view, report) => {
    const name = textAt(view.frontMatter, key);
    if (name === undefined || isKebabCase(name)) return;
    const message = `${quote(name)} is not kebab-case: lower-case a-z, digits and single hyphens between them`;
    report(
      findingAt(nodeAt(view.frontMatter, key), {
        severity: "error",
        code: "FIELD_FORMAT",
        path: key,
        message,
      }),
    );
  };
}

/** A text of at least `min` and at most `max` characters, an absent one not counted. */
export function lengthBetween(key: string, { min = 0, max }: { min?: number; max: number }): Check {
  return (view, report) => {
    const text = textAt(view.frontMatter, key);
    if (text === undefined) return;
    const length = countCharacters(text);
    const node = nodeAt(view.frontMatter, key);
    if (length < min) {
      const message = `${length} characters; at least ${min}`;
      report(findingAt(node, { severity: "error", code: "FIELD_TOO_SHORT", path: key, message }));
    } else if (length > max) {
      const message = `${length} characters; at most ${max}`;
      report(findingAt(node, { severity: "error", code: "FIELD_TOO_LONG", path: key, message }));
    }
  };
}

/** VibeLife §3; Agent Skills, name: the identifier equals the directory name, where that is known. */
export function equalsDirectory(key: string): Check {
  return (view, report) => {
    const name = textAt(view.frontMatter, key);
    if (name === undefined || view.dir === undefined || name === view.dir) return;
    const message = `${quote(name)} differs from the directory ${quote(view.dir)}`;
    report(
      findingAt(nodeAt(view.frontMatter, key), {
        severity: "error",
        code: "NAME_DIR_MISMATCH",
        path: key,
        message,
      }),
    );
  };
}

/**
 * Skill Metadata §3.2; Agent Skills, description: a description should say when to use the skill. No program can
 * decide it: a hint, no more.
 */
export const saysWhenToUse: Check = (view, report) => {
  const description = textAt(view.frontMatter, "description");
  if (description === undefined || WHEN_WORDS.test(description)) return;
  const message = "does not seem to say when to use the skill";
  report(
    findingAt(nodeAt(view.frontMatter, "description"), {
      severity: "warning",
      code: "DESCRIPTION_WEAK",
      path: "description",
      message,
    }),
  );
};

const WHEN_WORDS =
  /\b(when|whenever|use|used|uses|using|if|for|before|after|while)\b|[当當]|时|時|使用|用于|用於|适用|需要|とき|場合|使う|때|경우|사용|필요/i;

/** Keys the document does not name: information when another one does, a warning when none does. */
export function unknownKeys({
  id,
  keys,
  closed = false,
}: Omit<DialectDefinition, "checks" | "title">): Check {
  const own = new Set([...keys, DIALECTS_KEY]);
  return (view, report) => {
    for (const [key, node] of view.frontMatter.entries) {
      if (closed ? keys.includes(key) : own.has(key)) continue;
      report(describeUnknown(key, node, { id, closed }));
    }
  };
}

function describeUnknown(key: string, node: YamlNode, { id, closed }: { id: string; closed: boolean }) {
  const elsewhere = KNOWN_KEYS.has(key);
  const remark = elsewhere
    ? `is a key of another dialect, not of ${id}`
    : "is a key of no dialect; it is kept as written";
  const severity = closed ? ("error" as const) : elsewhere ? ("info" as const) : ("warning" as const);
  return findingAt(node, {
    severity,
    code: "FIELD_UNKNOWN",
    path: key,
    message: closed ? `${remark}; ${id} allows none besides its own` : remark,
  });
}
