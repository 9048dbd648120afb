import { MEDIUM_STRONG } from "../../grade";
import type { ShellCommand } from "../../reading/shell/shell-commands";
import type { LinesUnit, MarkdownUnit, ShellUnit } from "../../reading/units";
import { isDiscussed } from "../../reading/warnings";
import type { Finding } from "../../finding";
import { MEDIUM_WEAK } from "../../grade";
import { report, type Rule, type VettingContext } from "../../rule";
import { lineText, pipelineText, reportPlaces, type Place } from "../../match-places";
import { findAddresses } from "../../vocabulary/hosts";
import { FORBIDS_AFTER, FORBIDS_BEFORE } from "../../vocabulary/order-phrases";
import { isOwnPlace } from "../../vocabulary/package-names";
import { commandText } from "../../vocabulary/shell-programs";

const CODE = "suspicious.host_takeover";
const MESSAGE = "A certificate that the package brings or fetches is trusted as the root of all others.";

/** Sees a stranger become somebody whose word the machine takes for every site. */
export const trustedCertificates: Rule = {
  id: "trusted-certificates",
  title: "A certificate of the package's own is trusted for every site",
  why: "Whoever holds the key of a trusted root certificate can read and change what this machine exchanges with any site.",
  remedy:
    "Bring no certificates. Let the person name the file of their own authority, or make one on their machine.",
  codes: [CODE],
  check(context) {
    const brought = findCertificates(context);
    const { shell, lines, markdown } = context.units;
    const places = [
      ...shell.flatMap((unit) => checkShell(unit, brought)),
      ...lines.flatMap((unit) => checkLines(unit, brought)),
    ];
    const told = markdown.filter(({ file }) => file.isSkillDocument && brought.size > 0);
    return reportPlaces(trustedCertificates, places).concat(
      told.flatMap((unit) => checkProse(unit, brought)),
    );
  },
};

const CERTIFICATE = /\.(?:crt|cer|pem|der|p7b|pfx|p12)$/i;
const baseName = (path: string) => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);

/** Names of the certificates that lie in the package, and of the folders they lie in. */
function findCertificates({ files }: VettingContext): Set<string> {
  const paths = files.map(({ path }) => path).filter((path) => CERTIFICATE.test(path));
  return new Set(paths.flatMap((path) => path.split("/").slice(-2)));
}

/** `certs/ca.crt`, and `certs/*` for all in a folder. */
const namedFile = (word: string) => baseName(word.replace(/\/(?:\*[\w.]*|\.)?$/, ""));

const TRUSTED_FOLDER =
  /^\/(?:usr\/local\/share\/ca-certificates|etc\/(?:pki\/ca-trust\/source|ca-certificates\/trust-source)|usr\/share\/pki\/(?:ca-trust-source|trust))\b/;
/** Those who issue certificates, and makers of guards that look into what passes. */
const AUTHORITIES =
  /(?:^|\.)(?:letsencrypt\.org|amazontrust\.com|amazonaws\.com|pki\.goog|digicert\.com|cloudflare(?:ssl)?\.com|globalsign\.com|sectigo\.com|entrust\.(?:com|net)|identrust\.com|certum\.pl|curl\.se|curl\.haxx\.se|apple\.com|microsoft\.com|mozilla\.org|google\.com|mitm\.it|zscaler\.com|github\.com|githubusercontent\.com|\w+\.mil|gov(?:\.\w+)?)$/i;

/** What each file of a script was fetched from, and whether what is trusted came from there. */
function checkShell(unit: ShellUnit, brought: ReadonlySet<string>): Place[] {
  const fetched = new Set<string>();
  const places: Place[] = [];
  const isOwn = (word: string) =>
    brought.has(namedFile(word)) || fetched.has(baseName(word)) || isStrangersAddress(word);
  for (const { commands, start } of unit.script.pipelines) {
    const addressed = commands.some((command) => isStrangersAddress(commandText(command)));
    for (const command of commands) {
      const targets = writtenFiles(command);
      const written = addressed || WRITTEN.test(`${commandText(command)} ${command.heredoc ?? ""}`);
      if (written) for (const target of targets) fetched.add(baseName(target));
      const words = command.words.slice(1).map((word) => word.text);
      const trusted =
        isTrusting(command) || targets.some((target) => TRUSTED_FOLDER.test(target))
          ? [...words, ...targets].some(isOwn)
          : false;
      if (trusted)
        places.push({
          unit,
          offset: start,
          grade: MEDIUM_STRONG,
          code: CODE,
          message: MESSAGE,
          evidence: pipelineText(commands),
        });
    }
  }
  return places.concat(checkVariables(unit, isOwn));
}

/** The text of a certificate, in the script itself. */
const WRITTEN = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----/;

const isStrangersAddress = (text: string) =>
  findAddresses(text).some(({ host }) => !isOwnPlace(host) && !AUTHORITIES.test(host));

/** Where a command puts what it reads: behind `>`, `-o`, and last for those that copy. */
function writtenFiles({ name, words, redirects }: ShellCommand): string[] {
  const rest = words.slice(1).map((word) => word.text);
  const written = redirects.filter(({ operator }) => operator.includes(">")).map(({ target }) => target.text);
  if (/^(?:cp|mv|install|ln|tee)$/.test(name)) return written.concat(rest.slice(-1));
  const kept = /^(?:wget|curl)$/.test(name) ? rest.filter((word) => /^https?:/.test(word)) : [];
  return written.concat(
    kept,
    rest.filter((_word, at) => /^(?:-\w*[oO]|--output(?:-document)?)$/.test(rest[at - 1] ?? "")),
  );
}

function isTrusting(command: ShellCommand): boolean {
  const text = commandText(command).slice(0, MAX_TEXT);
  return (
    /^security add-trusted-cert\b/.test(text) ||
    /^certutil\b.{0,80}\s-addstore\b.{0,40}\s"?(?:root|ca|authroot)\b/i.test(text) ||
    /^certutil\b.{0,80}\s-A\b.{0,200}\s-t\s+"?\w{0,4}C/.test(text) ||
    /^trust anchor\b/.test(text) ||
    /^keytool\b.{0,80}-import(?:cert)?\b.{0,200}cacerts/.test(text) ||
    /^(?:git config\b.{0,60}http\.sslCAInfo|npm config set cafile|pip config set global\.cert)\b/.test(text)
  );
}

const MAX_TEXT = 1000;
const TRUST_VARIABLE =
  /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|GIT_SSL_CAINFO|AWS_CA_BUNDLE)$/;

/** A certificate for programs alone says little; with a way through somebody's machine it is the same attack. */
function checkVariables(unit: ShellUnit, isOwn: (word: string) => boolean): Place[] {
  const { assignments } = unit.script;
  const proxied = assignments.some(
    ({ name, value }) => /^(?:https?|all)_proxy$/i.test(name) && isStrangersAddress(value.text),
  );
  const trusted = assignments.find(({ name, value }) => TRUST_VARIABLE.test(name) && isOwn(value.text));
  if (!proxied || trusted === undefined) return [];
  const evidence = `${trusted.name}=${trusted.value.text}`;
  const message =
    "What programs exchange goes through another machine, whose certificate they are made to trust.";
  return [{ unit, offset: trusted.start, grade: MEDIUM_STRONG, code: CODE, message, evidence }];
}

const TRUSTING_LINE =
  /\bcertutil(?:\.exe)?\b[^\n]{0,80}\s-addstore\b[^\n]{0,40}\s"?(?:root|ca|authroot)\b|\bImport-Certificate\b[^\n]{0,300}\bCert:\\\w{1,20}\\(?:Root|CA|AuthRoot)\b/gi;
const FILE_IN_LINE = /(?<![\w.-])[\w.-]{1,80}\.(?:crt|cer|pem|der|p7b)\b/gi;

/** PowerShell, batch files and others that are read line by line. */
function checkLines(unit: LinesUnit, brought: ReadonlySet<string>): Place[] {
  return Array.from(unit.text.matchAll(TRUSTING_LINE)).flatMap(({ index }) => {
    const line = lineText(unit.text, index);
    const own = (line.match(FILE_IN_LINE) ?? []).some((name) => brought.has(name));
    return own
      ? [{ unit, offset: index, grade: MEDIUM_STRONG, code: CODE, message: MESSAGE, evidence: line }]
      : [];
  });
}

const SPEAKS_OF_TRUST =
  /\b(?:trust(?:ed)?\s+(?:root|store|certificat\w+|authorit\w+)|root\s+(?:certificat\w+|store|authorit\w+|CA)|(?:system|login)\s+keychain|system\s+store|as\s+trusted|always\s+trust)\b|受信任|根证书|系统证书|钥匙串|信任(?:库|存储|区)|신뢰할\s?수\s?있는|루트\s?인증서|신뢰\s?저장소|키체인/i;
const TELLS_TO_TRUST =
  /\b(?:install|add|import|trust|mark|put|register)\b|安装|添加|导入|加入|信任|설치|추가|등록|가져오/i;

/** SKILL.md tells to trust a certificate that lies beside it. */
function checkProse(unit: MarkdownUnit, brought: ReadonlySet<string>): Finding[] {
  const { visible } = unit.parts;
  return Array.from(visible.matchAll(FILE_IN_LINE)).flatMap(({ 0: name, index }) => {
    const line = lineText(visible, index);
    const told = brought.has(name) && SPEAKS_OF_TRUST.test(line) && TELLS_TO_TRUST.exec(line);
    if (!told) return [];
    const before = line.slice(0, told.index);
    if (FORBIDS_BEFORE.test(before) || FORBIDS_AFTER.test(line.slice(told.index + told[0].length))) return [];
    const grade = isDiscussed(unit.text, index) ? MEDIUM_WEAK : MEDIUM_STRONG;
    return [
      report(trustedCertificates, {
        code: CODE,
        ...grade,
        file: unit.file.path,
        line: unit.lineAt(index),
        message: MESSAGE,
        evidence: line,
      }),
    ];
  });
}
