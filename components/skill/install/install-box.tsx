import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge, BadgeSnippet } from "@/components/skill/badge-snippet";
import {
  addCommand,
  lockCommand,
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

interface InstallBoxProps {
  skill: SkillDetail;
  installs: Installs;
  origin: string;
}

/**
 * The market's own command for the agent that is chosen, where the files land, and how to update, verify and remove
 * them; every other way behind it. None when the version is withdrawn. The agents are radios: no script is needed.
 */
export function InstallBox({ skill, installs, origin }: InstallBoxProps) {
  const t = useTranslations("skill.install");
  if (skill.withdrawn) return null;
  return (
    <section className="install" aria-label={t("label")}>
      <fieldset>
        <legend className="vh">{t("agent")}</legend>
        {installs.agents.map(({ name, title }, index) => (
          <label key={name}>
            <input
              type="radio"
              name="install-way"
              value={index}
              data-platform={name}
              defaultChecked={index === 0}
            />
            {name === "agents" ? t("other-agents") : title}
          </label>
        ))}
      </fieldset>
      {installs.agents.map(({ name, folder }, index) => (
        <div key={name} className="install-way" data-way={index}>
          <div className="install-line">
            <CommandLine command={lockCommand(origin, skill, name)} />
          </div>
          <p className={NOTE}>
            {t.rich("lands", {
              folder: slot(<code className="font-mono">{`${folder}/${skill.slug}`}</code>),
              lock: slot(<code className="font-mono">emporion.lock.json</code>),
            })}
          </p>
        </div>
      ))}
      <p className={NOTE}>
        {t("later")}{" "}
        {["update", "verify", "remove"].map((verb) => (
          <code key={verb} className="me-3 font-mono wrap-anywhere">
            {verb === "verify" ? verb : `${verb} ${skill.slug}`}
          </code>
        ))}
      </p>
      <InstallNote skill={skill} />
      <OtherWays skill={skill} installs={installs} origin={origin} />
      <ForReadme slug={skill.slug} origin={origin} />
    </section>
  );
}

/** Other installers and archives, each with where it lands; none of them writes the lock file. */
function OtherWays({ skill, installs, origin }: InstallBoxProps) {
  const t = useTranslations("skill.install");
  const clone = cloneCommand(origin, skill);
  const ways = [
    { name: "npx skills", command: addCommand(origin, skill), lands: t("lands-skills") },
    ...installs.ways.map(({ platform, command, lands }) => ({
      name: platform === "ClaudeCode" && installs.mode === "auto" ? t("slash") : platformName(platform),
      command,
      lands,
    })),
    ...(clone === null ? [] : [{ name: "git", command: clone, lands: `${skill.slug}/` }]),
    { name: "curl", command: downloadCommand(origin, skill), lands: `${skill.slug}-${skill.version}.skill` },
  ];
  return (
    <details className="border-t border-line px-4 py-2.5 text-13">
      <summary className="min-h-6 text-ink-2">{t("other-ways")}</summary>
      <dl className="grid gap-3 pt-2.5">
        {ways.map(({ name, command, lands }) => (
          <div key={name}>
            <dt className="text-ink-2">
              <b className="font-medium text-ink">{name}</b>{" "}
              {t.rich("lands-at", { place: slot(<span className="font-mono wrap-anywhere">{lands}</span>) })}
            </dt>
            <dd className="install-line install-other">
              <CommandLine command={command} />
            </dd>
          </div>
        ))}
        <div>
          <dt className="font-medium">{t("file")}</dt>
          <dd className="install-line install-other">
            <DownloadLine skill={skill} />
          </dd>
        </div>
      </dl>
      <FormatChoice skill={skill} />
      <p className="pt-2 text-ink-3">
        {installs.mode === "auto" ? t("converted", { count: installs.ways.length }) : t("by-hand")}
      </p>
    </details>
  );
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
  const t = useTranslations("skill.install");
  const names = useTranslations("validate.dialect");
  const dialects = exportDialects(skill.reports);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3.5 gap-y-1 pt-3 text-13 text-ink-3 links:inline-block links:leading-6">
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

/** Where the command is run, what it pins, what must be in the environment, and what the price buys: not these files. */
function InstallNote({ skill }: Pick<InstallBoxProps, "skill">) {
  const t = useTranslations("skill.install");
  const names = skill.access.envVars ?? [];
  return (
    <p className={NOTE}>
      {t("where")}
      <SentenceSpace />
      {t("pinned", { version: skill.version })}
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
