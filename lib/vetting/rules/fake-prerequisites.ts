import type { MarkdownUnit } from "../reading/units";
import { HIGH_STRONG, HIGH_WEAK, type Grade } from "../grade";
import type { Finding } from "../finding";
import { report, type Rule } from "../rule";
import { findAddresses, hostKind, isSuspiciousKind } from "../vocabulary/hosts";

const CODE = "malicious.fake_prerequisite";
const DEMANDS =
  /\b(?:before\s+(?:using|you|running|starting)|prerequisites?|required?|must\s+(?:first\s+)?(?:download|install|run|have)|(?:download|install)\s+(?:and\s+(?:run|extract|install|execute))|setup|extract|unzip|copy\s+(?:the\s+)?(?:command|script|code|snippet)|paste)\b|使用前|必须先|前置|安装|下载并|사용하기 전|설치|필수/i;
const PROGRAM_FILE =
  /\.(?:exe|msi|dmg|pkg|scr|bat|cmd|ps1|app|iso|jar|apk|zip|rar|7z|tar\.gz)(?=$|[\s?#)"'`\]>])/i;
const ARCHIVE_PASSWORD =
  /(?:\b(?:password|passwd|pass|pwd)\b|密码|비밀번호|암호)\s*(?:is|:|=|：|는|은)?\s*[`"'*]*[\w!@#$%-]{3,40}/i;
const PASTE =
  /\b(?:paste|run|execute|enter)\b[^.\n]{0,60}\b(?:in(?:to)?|from)\s+(?:your\s+|the\s+|a\s+)?(?:terminal|command\s+prompt|powershell|console|shell)\b/i;
const WINDOW = 700;

/** Sees documents that send the person to a download elsewhere before the skill "works". */
export const fakePrerequisites: Rule = {
  id: "fake-prerequisites",
  title: "The document demands a download from elsewhere first",
  why: "The largest attack on a skill registry needed no code: SKILL.md named a tool to download and start first, often in a locked archive so that no scanner could look inside.",
  remedy: "Put what the skill needs into the package, or name a package of a public package manager.",
  codes: [CODE],
  check({ units }) {
    return units.markdown.filter(({ file }) => file.isSkillDocument).flatMap(checkDocument);
  },
};

function checkDocument(unit: MarkdownUnit): Finding[] {
  const findings = findAddresses(unit.text).flatMap((address) => {
    const around = unit.text.slice(
      Math.max(0, address.start - WINDOW),
      address.start + address.url.length + WINDOW,
    );
    const kind = hostKind(address);
    const grade = gradeDemand({
      around,
      isProgram: PROGRAM_FILE.test(address.url),
      suspicious: isSuspiciousKind(kind),
      paste: kind === "drop",
    });
    if (grade === null) return [];
    const message = `The document sends its reader to ${address.host} for something to run first.`;
    const line = unit.lineAt(address.start);
    return [
      report(fakePrerequisites, {
        code: CODE,
        ...grade,
        file: unit.file.path,
        line,
        message,
        evidence: address.url,
      }),
    ];
  });
  return Array.from(new Map(findings.map((finding) => [finding.message, finding])).values());
}

/** A locked program, or a program or command from an address without an owner. */
function gradeDemand(seen: {
  around: string;
  isProgram: boolean;
  suspicious: boolean;
  paste: boolean;
}): Grade | null {
  if (!DEMANDS.test(seen.around)) return null;
  const locked =
    seen.isProgram &&
    ARCHIVE_PASSWORD.test(seen.around) &&
    /extract|unzip|archive|解压|압축|password/i.test(seen.around);
  if (locked) return seen.suspicious ? HIGH_STRONG : HIGH_WEAK;
  if (seen.isProgram && seen.suspicious) return HIGH_STRONG;
  return seen.paste && PASTE.test(seen.around) ? HIGH_STRONG : null;
}
