import type { CodeUnit } from "../../reading/units";
import { HIGH_WEAK } from "../../grade";
import type { Rule, VettingContext } from "../../rule";
import { lineText, reportPlaces, type Place } from "../../match-places";
import { isSendingCall } from "../../vocabulary/network-calls";
import { isNetworkCommand } from "../../vocabulary/shell-programs";
import { staysWithService } from "../../vocabulary/service-files";
import { sensitivePathKind } from "../../vocabulary/sensitive-data";

const CODE = "suspicious.sensitive_file_access";
const READING_CALL =
  /(?:^|\.)(?:open|read_text|read_bytes|readFile|readFileSync|createReadStream|copy|copy2|copyfile|copytree|copyFileSync|ZipFile|glob|rglob|walk|listdir|scandir|readdirSync|connect)$/;

/** Sees a package that touches secrets and can reach the network, even where no path between the two is in sight. */
export const sensitiveFileAccess: Rule = {
  id: "sensitive-file-access",
  title: "Private keys or stored logins are read, and the package can reach the network",
  why: "Splitting the theft over several files, or passing the secret through a place that cannot be followed, hides the path from the key to the network.",
  remedy:
    "Do not read keys, wallets or stored logins. If the skill is about them, keep everything that reaches the network out of the package and say what it reads.",
  codes: [CODE],
  check(context) {
    if (!reachesNetwork(context)) return [];
    const hosts = context.picture.contacts.map(({ host }) => host);
    return reportPlaces(
      sensitiveFileAccess,
      context.units.code.flatMap((unit) => findReads(unit, hosts)),
    );
  },
};

function reachesNetwork({ units }: VettingContext): boolean {
  const byCall = units.code.some(
    (unit) =>
      isRun(unit.origin) &&
      unit.index.references.some(({ call, names }) => call !== null && isSendingCall(names)),
  );
  const runs = units.shell.filter((unit) => isRun(unit.origin));
  return (
    byCall ||
    runs.some((unit) => unit.script.pipelines.some(({ commands }) => commands.some(isNetworkCommand)))
  );
}

function isRun(origin: string): boolean {
  return origin === "script" || origin === "embedded" || origin === "decoded";
}

/** `hosts`: all that the package contacts. A service's own file, and no other host, is no secret taken. */
function findReads(unit: CodeUnit, hosts: readonly string[]): Place[] {
  if (!isRun(unit.origin)) return [];
  const reads = unit.index.references.some(
    ({ call, written }) => call !== null && READING_CALL.test(written),
  );
  if (!reads) return [];
  const first = unit.index.tokens.find(
    (token) =>
      token.kind === "string" &&
      sensitivePathKind(token.text) === "credentials" &&
      !staysWithService(token.text, hosts),
  );
  if (first === undefined) return [];
  const message = `The code names "${first.text}", reads files, and the package can reach the network.`;
  return [
    {
      unit,
      offset: first.start,
      grade: HIGH_WEAK,
      code: CODE,
      message,
      evidence: lineText(unit.text, first.start),
    },
  ];
}
