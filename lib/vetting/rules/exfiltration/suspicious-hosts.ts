import type { CodeUnit, ShellUnit } from "../../reading/units";
import { HIGH_STRONG, LOW_STRONG, MEDIUM_STRONG, type Grade } from "../../grade";
import type { Rule } from "../../rule";
import { lineText, pipelineText, reportPlaces, type Place } from "../../match-places";
import { findAddresses, hostKind, type HostKind } from "../../vocabulary/hosts";
import { isDownloadCall, isSendingCall } from "../../vocabulary/network-calls";
import { isFetcher } from "../../vocabulary/shell-programs";

const CODE = "suspicious.nonstandard_network";

/** Sees addresses that code talks to and that no owner answers for. */
export const suspiciousHosts: Rule = {
  id: "suspicious-hosts",
  title: "The code talks to an address that nobody answers for",
  why: "A bare number, a throw-away collector, a paste or a shortened link hides who is at the other end, and who it is can change at any time.",
  remedy:
    "Use the service's own name over https, and ship what the skill needs instead of fetching it from a paste.",
  codes: [CODE],
  check(context) {
    const code = context.units.code.filter(runs).flatMap(checkCode);
    const shell = context.units.shell.filter(runs).flatMap(checkShell);
    return onePerHost(reportPlaces(suspiciousHosts, [...code, ...shell]));
  },
};

/** Documents name such hosts for many reasons; code that runs names them to use them. */
function runs({ origin }: { origin: string }): boolean {
  return origin === "script" || origin === "embedded" || origin === "decoded" || origin === "carried";
}

const GRADES: Partial<Record<HostKind, { grade: Grade; what: string }>> = {
  reported: { grade: HIGH_STRONG, what: "an address reported in attacks on skill registries" },
  address: { grade: MEDIUM_STRONG, what: "a bare network address" },
  collector: { grade: MEDIUM_STRONG, what: "a service that collects whatever is sent to it" },
  drop: { grade: MEDIUM_STRONG, what: "a place where anybody leaves files without a name" },
  shortener: { grade: LOW_STRONG, what: "a shortened link" },
};

function checkCode(unit: CodeUnit): Place[] {
  const { index, text } = unit;
  const talks = index.references.some(
    ({ call, names }) => call !== null && (isSendingCall(names) || isDownloadCall(names)),
  );
  if (!talks) return [];
  return index.tokens.flatMap((token) => {
    if (token.kind !== "string" || !token.text.includes("://")) return [];
    return findAddresses(token.text).flatMap((address) => {
      const found = GRADES[hostKind(address)];
      if (found === undefined) return [];
      const message = `${address.host} is ${found.what}.`;
      return [
        {
          unit,
          offset: token.start,
          grade: found.grade,
          code: CODE,
          message,
          evidence: lineText(text, token.start),
        },
      ];
    });
  });
}

function checkShell(unit: ShellUnit): Place[] {
  return unit.script.pipelines.flatMap(({ commands, start }) => {
    if (!commands.some(isFetcher)) return [];
    const evidence = pipelineText(commands);
    return findAddresses(evidence).flatMap((address) => {
      const found = GRADES[hostKind(address)];
      return found === undefined
        ? []
        : [
            {
              unit,
              offset: start,
              grade: found.grade,
              code: CODE,
              message: `${address.host} is ${found.what}.`,
              evidence,
            },
          ];
    });
  });
}

function onePerHost<T extends { file: string; message: string }>(findings: readonly T[]): T[] {
  return Array.from(
    new Map(findings.map((finding) => [`${finding.file} ${finding.message}`, finding])).values(),
  );
}
