import type { Rule } from "../rule";
import { report } from "../rule";
import type { DeclaredPermissions } from "../skill-facts";
import type { AccessKind } from "../access-kinds";
import { UNSAID_ACCESS, unsaidMessage } from "../undeclared-use";
import { findUses, firstUses, readVariables } from "./access-uses";

interface Seen {
  readonly kind: AccessKind;
  readonly what: string;
  readonly file: string;
  readonly line: number;
  readonly evidence: string;
}

/** Tells of what the code does where nothing is declared: a buyer decides by it, nobody is accused. */
export const unsaidAccess: Rule = {
  id: "unsaid-access",
  title: "The code does what nothing is declared of",
  why: "A skill that declares nothing is not harmless: agents run it with all they have themselves. What the code was seen to do is told with its places, so that buyers can decide.",
  remedy: "Say in the frontmatter, under permissions, what the skill accesses and what it does not.",
  codes: [UNSAID_ACCESS],
  check(context) {
    const declared = context.facts.permissions ?? NOTHING;
    const uses: Seen[] = firstUses(
      findUses(context).filter(({ permission }) => declared[permission] === null),
    ).map(({ permission, ...use }) => ({ kind: permission, ...use }));
    const variables = declared.envVars === null ? readVariables(context) : [];
    const reads: Seen[] = variables.map(({ name, ...place }) => ({ kind: "secrets", what: name, ...place }));
    return [...uses, ...reads].map(({ kind, what, ...place }) =>
      report(unsaidAccess, {
        code: UNSAID_ACCESS,
        severity: "info",
        confidence: "strong",
        message: unsaidMessage(kind, what),
        ...place,
      }),
    );
  },
};

const NOTHING: DeclaredPermissions = { network: null, filesystem: null, subprocess: null, envVars: null };
