import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge, BadgeSnippet } from "@/components/skill/badge-snippet";
import {
  addCommand,
  cloneCommand,
  downloadCommand,
  downloadPath,
  exportDialects,
  exportPath,
  downloadCommandTo,
  pluginPath,
} from "@/components/skill/install/commands";
import { platformName } from "@/components/skill/install/platform-name";
import { CodeBlock } from "@/components/ui/code/code-block";
import { CopyButton } from "@/components/ui/code/copy-button";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { ShellText } from "@/components/ui/code/shell-text";
import { Icon } from "@/components/ui/icon";
import { PriceBuys } from "@/components/ui/price-buys";
import { SentenceSpace, slot } from "@/components/ui/sentences";
import type { Installs } from "@/lib/conversion/list-installs";
import { fullDigest } from "@/lib/platform/i18n/format";
import type { SkillDetail, SealView } from "@/lib/registry/views";

const NOTE = "px-4 pb-3 text-13 text-ink-3";

interface Way {
  platform: string;
  name: string;
  command: string | null;
}

interface InstallBoxProps {
  skill: SkillDetail;
  installs: Installs;
  origin: string;
}

/** Every way to get this version, one tab each; none when it is withdrawn. The tabs are radios: no script is needed. */
export function InstallBox({ skill, installs, origin }: InstallBoxProps) {
  const t = useTranslations("skill.install");
  if (skill.withdrawn) return null;
  const ways = waysToInstall(skill, installs, origin, t("file"));
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
          {way.platform === "skills" ? <AddNote /> : null}
        </div>
      ))}
      <InstallNote skill={skill} installs={installs} />
      <ForReadme slug={skill.slug} origin={origin} />
    </section>
  );
}

function waysToInstall(skill: SkillDetail, installs: Installs, origin: string, fileName: string): Way[] {
  const clone = cloneCommand(origin, skill);
  return [
    { platform: "skills", name: "npx skills", command: addCommand(origin, skill) },
    ...installs.ways.map(({ platform, command }) => ({ platform, name: platformName(platform), command })),
    ...(clone === null ? [] : [{ platform: "git", name: "git", command: clone }]),
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

/** The program that is run. */
function AddNote() {
  return <p className={NOTE}>{useTranslations("skill.install")("add")}</p>;
}

/** The package as one format alone: only its keys, checked by its own rules. */
function FormatChoice({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("skill.install");
  const names = useTranslations("validate.dialect");
  const dialects = exportDialects(skill.reports);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3.5 gap-y-1 px-4 pb-2.5 text-13 text-ink-3 links:inline-block links:leading-6">
      {/* Links side by side: 24 by 24 pixels at least (WCAG 2.5.8). */}
      <span id="install-formats">{t("formats")}</span>
      <ul className="flex flex-wrap gap-x-3.5 gap-y-1" aria-labelledby="install-formats">
        {dialects.map((dialect) => (
          <li key={dialect}>
            <a className="link" href={exportPath(skill, dialect)} download>
              {names(`${dialect}.name`)}
            </a>
          </li>
        ))}
        <li>
          <a className="link" href={pluginPath(skill)} download>
            {t("plugin")}
          </a>
        </li>
      </ul>
    </div>
  );
}

/** For who writes about the skill elsewhere; closed, so that it is in nobody's way. */
function ForReadme({ slug, origin }: { slug: string; origin: string }) {
  const t = useTranslations("skill.badge");
  return (
    <details className="border-t border-line px-4 py-2.5 text-13">
      <summary className="min-h-6 text-ink-2">{t("title")}</summary>
      <div className="grid gap-2.5 pt-2.5">
        <Badge slug={slug} />
        <BadgeSnippet slug={slug} origin={origin} />
      </div>
    </details>
  );
}

/**
 * Where the command is run, what it pins, for how many platforms there are packages, what must be in the environment,
 * and what the price buys: not these files.
 */
function InstallNote({ skill, installs }: Pick<InstallBoxProps, "skill" | "installs">) {
  const t = useTranslations("skill.install");
  const names = skill.access.envVars ?? [];
  return (
    <p className={NOTE}>
      {installs.mode === "auto" ? t("where") : null}
      <SentenceSpace />
      {t("pinned", { version: skill.version })}
      <SentenceSpace />
      {installs.mode === "auto" ? t("converted", { count: installs.ways.length }) : t("by-hand")}
      <SentenceSpace />
      {names.length === 0
        ? null
        : t.rich("needs", { names: slot(<span className="mono">{names.join(", ")}</span>) })}
      <SentenceSpace />
      <PriceBuys priceLamports={skill.priceLamports} />
    </p>
  );
}

/** A seal over this very package, with its signer's key as openssl reads it. */
export interface CheckableSeal {
  seal: SealView;
  verifierPem: string;
}

interface VerifyStepsProps {
  skill: SkillDetail;
  origin: string;
  checkable: CheckableSeal | null;
}

/** Steps with tools every system has; nothing of ours is trusted but the files that are checked. */
export function VerifySteps({ skill, origin, checkable }: VerifyStepsProps) {
  const t = useTranslations("skill.security.steps");
  return (
    <ol className="do-steps">
      <CommandStep text={t("download")} command={fetchPackageCommands(origin, skill)} />
      <CommandStep
        text={t.rich("digest", {
          digest: slot(<span className="mono break-all">{fullDigest(skill.packageDigest)}</span>),
        })}
        command={PACKAGE_DIGEST_COMMAND}
      />
      {checkable === null ? null : (
        <CommandStep
          text={t("signature", { name: checkable.seal.verifierName })}
          command={signatureCommands(origin, checkable.seal, checkable.verifierPem)}
        />
      )}
    </ol>
  );
}

type Version = Pick<SkillDetail, "slug" | "version">;

/** Gets a version's package and unpacks it into a folder of its own. */
function fetchPackageCommands(origin: string, skill: Version): string {
  return `${downloadCommandTo(origin, skill, "package.skill")}\nunzip -q package.skill -d package`;
}

/**
 * The package digest with GNU tools alone: SHA-256 over the list of files that `sha256sum` prints, in the order of the
 * bytes of their names. The folder an archive may wrap its files in does not count: the list begins where SKILL.md is.
 */
const PACKAGE_DIGEST_COMMAND = `(cd "$(find package -name SKILL.md -printf '%d %h\\n' | sort -n | head -1 | cut -d' ' -f2-)" &&
  find . -type f -printf '%P\\0' | LC_ALL=C sort -z | xargs -0 sha256sum -- | sha256sum)`;

/**
 * Checks one audit's signature with openssl. What was signed is rebuilt from the audit itself as DSSE asks: type and
 * statement, each with its length. The key is the verifier's wallet address in the form openssl reads.
 */
function signatureCommands(origin: string, seal: Pick<SealView, "auditId">, verifierPem: string): string {
  return `curl -fsSL "${origin}/v1/audits/${seal.auditId}" -o audit.json
cat > verifier.pem <<'END'
${verifierPem.trim()}
END
jq -r .envelope.payload audit.json | base64 -d > statement.json
jq -r '.envelope.signatures[0].sig' audit.json | base64 -d > signature
type="$(jq -r .envelope.payloadType audit.json)"
{ printf 'DSSEv1 %d %s %d ' \${#type} "$type" "$(wc -c < statement.json)"; cat statement.json; } > signed
openssl pkeyutl -verify -pubin -inkey verifier.pem -rawin -in signed -sigfile signature
jq -r '.subject[0].digest.sha256' statement.json`;
}

interface CommandStepProps {
  text: ReactNode;
  command: string;
  /** What the command is written for; a shell unless it says otherwise. */
  title?: string;
}

/** One step of a list `do-steps`: what is done, and the command that does it. */
export function CommandStep({ text, command, title }: CommandStepProps) {
  const shell = useTranslations("common")("shell");
  return (
    <li>
      <div>
        <p>{text}</p>
        <CodeBlock code={command} title={title ?? shell} wrap>
          <ShellText code={command} />
        </CodeBlock>
      </div>
    </li>
  );
}
