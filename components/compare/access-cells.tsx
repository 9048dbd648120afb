import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ComparedSkill } from "@/components/compare/compared-skill";
import { Agreement, isAccessCompared } from "@/components/skill/security/agreement";
import type { AccessKind } from "@/lib/vetting/undeclared-use";

// Cells about what a skill may touch, and the four hints of how it behaves.

interface DeclaredProps extends ComparedSkill {
  kind: AccessKind;
  children: ReactNode;
}

/** What is declared, and beside it where vetting saw the code do more. */
function Declared({ skill, undeclared, kind, children }: DeclaredProps) {
  const beyond = isAccessCompared(skill) ? undeclared[kind] : 0;
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span>{children}</span>
      {beyond > 0 ? <Agreement beyond={beyond} /> : null}
    </span>
  );
}

function YesNo({ value }: { value: boolean }) {
  const t = useTranslations("skill.behaviour");
  return value ? t("yes") : t("no");
}

export function Network(column: ComparedSkill) {
  return (
    <Declared {...column} kind="network">
      <YesNo value={column.skill.access.network} />
    </Declared>
  );
}

export function Filesystem(column: ComparedSkill) {
  return (
    <Declared {...column} kind="filesystem">
      <YesNo value={column.skill.access.filesystem} />
    </Declared>
  );
}

export function Subprocess(column: ComparedSkill) {
  return (
    <Declared {...column} kind="subprocess">
      <YesNo value={column.skill.access.subprocess} />
    </Declared>
  );
}

/** The names of the variables it asks for. */
export function Secrets(column: ComparedSkill) {
  const { envVars } = column.skill.access;
  return (
    <Declared {...column} kind="secrets">
      {envVars.length === 0 ? <YesNo value={false} /> : <span className="mono">{envVars.join(", ")}</span>}
    </Declared>
  );
}

export function ReadOnly({ skill }: ComparedSkill) {
  return <YesNo value={skill.manifest.hints.readOnly} />;
}

export function Destructive({ skill }: ComparedSkill) {
  return <YesNo value={skill.manifest.hints.destructive} />;
}

export function SafeToRetry({ skill }: ComparedSkill) {
  return <YesNo value={skill.manifest.hints.idempotent} />;
}

export function ReachesOutside({ skill }: ComparedSkill) {
  return <YesNo value={skill.manifest.hints.openWorld} />;
}
