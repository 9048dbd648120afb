import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import {
  downloadCommand,
  downloadPath,
  exportDialects,
  exportPath,
  unpackCommand,
} from "@/components/skill/commands";
import { CopyButton } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";
import { ShellText } from "@/components/ui/shell-text";
import type { SkillDetail } from "@/lib/registry/views";
import { SCROLLABLE } from "@/components/ui/scrollable";
import { slot } from "@/components/ui/slot";

interface Way {
  platform: string;
  name: string;
  command: string | null;
}

/** Every way to get this version that works today, one tab each. The tabs are radios: no script is needed. */
export function InstallBox({ skill, origin }: { skill: SkillDetail; origin: string }) {
  const t = useTranslations("skill.install");
  const ways = waysToInstall(skill, origin, t("file"));
  return (
    <section className="install" aria-label={t("label")}>
      <fieldset>
        <legend className="vh">{t("label")}</legend>
        {ways.map((way, index) => (
          <label key={way.platform}>
            <input
              type="radio"
              name="install-way"
              value={index}
              data-platform={way.platform}
              defaultChecked={index === 0}
            />
            {way.name}
          </label>
        ))}
      </fieldset>
      {ways.map((way, index) => (
        <div key={way.platform} className="install-way" data-way={index}>
          <div className="install-line">
            {way.command === null ? <DownloadLine skill={skill} /> : <CommandLine command={way.command} />}
          </div>
          {way.command === null ? <FormatChoice skill={skill} /> : null}
        </div>
      ))}
      <InstallNote skill={skill} />
    </section>
  );
}

/**
 * Where an agent looks for skills, from the root of a project. Every package is a plain folder with SKILL.md under its
 * own name, so unpacking it there is all it takes.
 */
const FOLDERS = [
  { platform: "ClaudeCode", name: "Claude Code", folder: ".claude/skills" },
  { platform: "CodexCLI", name: "Codex", folder: ".agents/skills" },
  { platform: "Cursor", name: "Cursor", folder: ".cursor/skills" },
  { platform: "GeminiCLI", name: "Gemini CLI", folder: ".gemini/skills" },
] as const;

function waysToInstall(skill: SkillDetail, origin: string, fileName: string): Way[] {
  return [
    ...FOLDERS.map(({ platform, name, folder }) => ({
      platform,
      name,
      command: unpackCommand(origin, skill, folder),
    })),
    { platform: "curl", name: "curl", command: downloadCommand(origin, skill) },
    { platform: "file", name: fileName, command: null },
  ];
}

function CommandLine({ command }: { command: string }): ReactNode {
  return (
    <>
      <code {...SCROLLABLE}>
        <ShellText code={command} />
      </code>
      <CopyButton className="btn btn-sm" text={command} install />
    </>
  );
}

function DownloadLine({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("skill.install");
  return (
    <>
      <code>{`${skill.slug}-${skill.version}.skill`}</code>
      <a className="btn btn-sm" href={downloadPath(skill)} download>
        <Icon name="download" size={15} />
        {t("download")}
      </a>
    </>
  );
}

/** The package as one format alone: only its keys, checked by its own rules. */
function FormatChoice({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("skill");
  const dialects = exportDialects(skill.reports);
  if (dialects.length === 0) return null;
  return (
    <div className="install-formats">
      <span id="install-formats">{t("install.formats")}</span>
      <ul aria-labelledby="install-formats">
        {dialects.map((dialect) => (
          <li key={dialect}>
            <a className="link" href={exportPath(skill, dialect)} download>
              {t(`security.dialect.name.${dialect}`)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the command pins, where it unpacks, and what must be in the environment. */
function InstallNote({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("skill.install");
  const names = skill.access.envVars;
  return (
    <p className="install-note">
      {t("pinned", { version: skill.version, name: skill.slug })}{" "}
      {names.length === 0
        ? null
        : t.rich("needs", { names: slot(<span className="mono">{names.join(", ")}</span>) })}
    </p>
  );
}
