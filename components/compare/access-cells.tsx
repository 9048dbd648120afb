import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ComparedSkill } from "@/components/compare/compared-skill";
import { AllowedTools } from "@/components/skill/security/allowed-tools";
import { Agreement } from "@/components/skill/security/agreement";
import { originOf } from "@/components/skill/security/access-words";
import { YesNo } from "@/components/skill/security/said";
import { statedHints, type Hints } from "@/lib/skill-format";
import type { AccessKind } from "@/lib/vetting/access-kinds";

// Cells about what a skill may touch, and the four hints of how it behaves.

interface DeclaredProps extends ComparedSkill {
  kind: AccessKind;
  children: ReactNode;
}

/** What is declared, and beside it where vetting saw the code do more, or do what nobody says anything of. */
function Declared({ skill, undeclared, kind, children }: DeclaredProps) {
  const isDeclared = originOf(skill.access, kind) !== "not_declared";
  const beyond = undeclared[kind];
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span>{children}</span>
      {beyond > 0 ? <Agreement beyond={beyond} isDeclared={isDeclared} /> : null}
    </span>
  );
}

function Permission({ kind, ...column }: ComparedSkill & { kind: Exclude<AccessKind, "secrets"> }) {
  const { access } = column.skill;
  return (
    <Declared {...column} kind={kind}>
      <YesNo value={access[kind]} origin={access.origins[kind]} />
    </Declared>
  );
}

export function Network(column: ComparedSkill) {
  return <Permission {...column} kind="network" />;
}

export function Filesystem(column: ComparedSkill) {
  return <Permission {...column} kind="filesystem" />;
}

export function Subprocess(column: ComparedSkill) {
  return <Permission {...column} kind="subprocess" />;
}

/** The names of the variables it asks for. */
export function Secrets(column: ComparedSkill) {
  const { envVars, origins } = column.skill.access;
  return (
    <Declared {...column} kind="secrets">
      {envVars === null || envVars.length === 0 ? (
        <YesNo value={envVars && false} origin={origins.envVars} />
      ) : (
        <span className="mono">{envVars.join(", ")}</span>
      )}
    </Declared>
  );
}

/** The tools whose use the installing agent grants. */
export function Tools({ skill }: ComparedSkill) {
  const t = useTranslations("common.stated");
  return skill.manifest.allowedTools.length === 0 ? (
    t("not-declared")
  ) : (
    <AllowedTools manifest={skill.manifest} />
  );
}

function Hint({ skill, hint }: ComparedSkill & { hint: keyof Hints }) {
  const stated = statedHints(skill.manifest);
  return <YesNo value={stated[hint]} origin={stated.origins[hint]} />;
}

export function ReadOnly(column: ComparedSkill) {
  return <Hint {...column} hint="readOnly" />;
}

export function Destructive(column: ComparedSkill) {
  return <Hint {...column} hint="destructive" />;
}

export function SafeToRetry(column: ComparedSkill) {
  return <Hint {...column} hint="idempotent" />;
}

export function ReachesOutside(column: ComparedSkill) {
  return <Hint {...column} hint="openWorld" />;
}
