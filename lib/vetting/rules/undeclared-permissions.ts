import { LOW_STRONG, MEDIUM_STRONG } from "../grade";
import type { Finding } from "../finding";
import type { Rule, VettingContext } from "../rule";
import { report } from "../rule";
import type { DeclaredPermissions } from "../skill-facts";
import { UNDECLARED_PERMISSION, UNDECLARED_VARIABLE, undeclaredMessage } from "../undeclared-use";
import { findUses, firstUses, readVariables, type Use } from "./access-uses";

/** Compares what the file declares with what the code does (USK v1.0 section 3-5, R-002-37). */
export const undeclaredPermissions: Rule = {
  id: "undeclared-permissions",
  title: "The code does what the permissions deny",
  why: "Agents decide by the declared permissions whether to install and how to isolate a skill. A permission that is used and not declared takes that decision from them.",
  remedy:
    "Set the permission to true in the frontmatter, list the variable in permissions.env_vars, or take the code out.",
  codes: [UNDECLARED_PERMISSION, UNDECLARED_VARIABLE],
  check(context) {
    const { permissions } = context.facts;
    if (permissions === null) return [];
    const denied = firstUses(findUses(context).filter(({ permission }) => permissions[permission] === false));
    return denied.map(toDenied).concat(checkVariables(context, permissions));
  },
};

function toDenied({ permission, file, line, what, evidence }: Use): Finding {
  const message = undeclaredMessage(permission, what);
  const grade = isTestFile(file) ? LOW_STRONG : MEDIUM_STRONG;
  const code = UNDECLARED_PERMISSION;
  return report(undeclaredPermissions, { code, ...grade, file, line, message, evidence });
}

function isTestFile(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|spec)\/|(?:^|\/)test_[^/]+\.py$|\.(?:test|spec)\.[cm]?[jt]sx?$/.test(
    path,
  );
}

/** Variables that are read and not listed. */
function checkVariables(context: VettingContext, { envVars }: DeclaredPermissions): Finding[] {
  if (envVars === null) return [];
  return readVariables(context)
    .filter(({ name }) => !envVars.includes(name))
    .map(({ name, ...place }) =>
      report(undeclaredPermissions, {
        code: UNDECLARED_VARIABLE,
        ...LOW_STRONG,
        ...place,
        message: `The variable ${name} is read, but permissions.env_vars does not list it.`,
      }),
    );
}
