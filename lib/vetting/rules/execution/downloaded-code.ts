import { argumentTokens, type Call, type CodeIndex, type Reference } from "../../reading/code/code-index";
import { traceFlow } from "../../reading/code/flow";
import type { CodeUnit } from "../../reading/units";
import { HIGH_STRONG, HIGH_WEAK } from "../../grade";
import type { Rule } from "../../rule";
import { lineText, reportPlaces, type Place } from "../../match-places";
import { findAddresses, hostKind, isSuspiciousKind } from "../../vocabulary/hosts";
import {
  isCodeRunningCall,
  isDownloadCall,
  isModuleLoadingCall,
  isSpawningCall,
  isUnpackingCall,
} from "../../vocabulary/network-calls";
import { isKnownIndex, isOwnPlace } from "../../vocabulary/package-names";

const CODE = "suspicious.remote_recipe_execution";

/** Follows what code downloads to the calls that run it. */
export const downloadedCode: Rule = {
  id: "downloaded-code",
  title: "Code runs what it has downloaded",
  why: "A package that fetches its real code when it runs shows a reviewer nothing: what the server answers can change at any time, and for one person only.",
  remedy: "Put the code into the package, or install a pinned version from a package manager.",
  codes: [CODE],
  check(context) {
    return reportPlaces(downloadedCode, context.units.code.flatMap(checkCode));
  },
};

/** `exec(requests.get(url).text)`, a downloaded text as a command, a downloaded file that is started. */
function checkCode(unit: CodeUnit): Place[] {
  const { index, text } = unit;
  const sources = index.references.flatMap(({ token, names, call }) =>
    call !== null && isDownloadCall(names) ? [{ token, label: "download" }] : [],
  );
  const places = findRemoteModules(unit);
  if (sources.length === 0) return places;
  const isSink = ({ names }: Reference) =>
    isCodeRunningCall(names) || isSpawningCall(names) || isUnpackingCall(names);
  for (const { sink, at } of traceFlow(index, text, { sources, isSink }).flows) {
    const offset = index.tokens[sink.token]?.start ?? 0;
    const runsCode = isCodeRunningCall(sink.names);
    if (isUnpackingCall(sink.names)) {
      if (!isSafely(index, sink.call)) places.push(placeUnpacking(unit, offset, sink.written));
      continue;
    }
    if (!runsCode && !isWholeCommand(index, sink.call, at)) continue;
    const message = `What is downloaded is run by ${sink.written}().`;
    places.push({
      unit,
      offset,
      grade: runsCode ? HIGH_STRONG : HIGH_WEAK,
      code: CODE,
      message,
      evidence: lineText(text, offset),
    });
  }
  return places.concat(findStartedDownloads(unit));
}

function placeUnpacking(unit: CodeUnit, offset: number, written: string): Place {
  const message = `Objects are made of what is downloaded by ${written}(), which runs what it names.`;
  return { unit, offset, grade: HIGH_WEAK, code: CODE, message, evidence: lineText(unit.text, offset) };
}

/** `Loader=SafeLoader` and `weights_only=True` take nothing but data. */
function isSafely(index: CodeIndex, call: Call): boolean {
  return argumentTokens(index, call).some(({ text }) =>
    /^(?:C?SafeLoader|BaseLoader|weights_only)$/.test(text),
  );
}

const PUBLIC_LIBRARIES =
  /(?:^|\.)(?:cdnjs\.cloudflare\.com|jspm\.(?:io|dev)|gstatic\.com|esm\.run|pika\.dev|denopkg\.com|aspnetcdn\.com|bootcdn\.net|bootcss\.com|staticfile\.(?:net|org)|tensorflow\.org|mozilla\.org|threejs\.org|d3js\.org|plot\.ly|mathjax\.org)$/;

/** Documents import from anywhere to show how it is written. */
const isRun = ({ origin }: CodeUnit) => /^(?:script|embedded|decoded|carried)$/.test(origin);

/** `import("https://…")` of a place that is no public library. */
function findRemoteModules(unit: CodeUnit): Place[] {
  return unit.index.imports.flatMap(({ name, start }) => {
    const [address] = findAddresses(name);
    if (address === undefined || isKnownIndex(address.host) || isOwnPlace(address.host)) return [];
    if (PUBLIC_LIBRARIES.test(address.host) || !isRun(unit)) return [];
    const grade = isSuspiciousKind(hostKind(address)) ? HIGH_STRONG : HIGH_WEAK;
    const message = `A module is loaded from ${address.host}.`;
    return [{ unit, offset: start, grade, code: CODE, message, evidence: lineText(unit.text, start) }];
  });
}

/** The value is the first argument itself, not one word of a list. */
function isWholeCommand(index: CodeIndex, call: Call, at: number): boolean {
  const between = argumentTokens(index, { open: call.open, close: at }).map((token) => token.text);
  return !between.some((text) => text === "," || text === "[");
}

const WRITES_FILE = /(?:^|\.)(?:urlretrieve|open|write_bytes|writeFile|writeFileSync|createWriteStream)$/;
const STARTS_FILE = /^(?:os\.(?:chmod|startfile)|fs\.(?:promises\.)?chmod(?:Sync)?)$/;

/** A file is written, and the same path is made executable or started, in code that downloads. */
function findStartedDownloads(unit: CodeUnit): Place[] {
  const written = new Set<string>();
  const { index, text } = unit;
  for (const { call, written: name } of index.references) {
    if (call !== null && WRITES_FILE.test(name))
      for (const path of plainArguments(index, call)) written.add(path);
  }
  return index.references.flatMap(({ call, names, token }) => {
    const starts =
      isSpawningCall(names) || isModuleLoadingCall(names) || names.some((name) => STARTS_FILE.test(name));
    if (
      call === null ||
      !starts ||
      setsNoRun(index, call) ||
      !plainArguments(index, call)
        .slice(0, 2)
        .some((path) => written.has(path))
    )
      return [];
    const offset = index.tokens[token]?.start ?? 0;
    const message = "A downloaded file is made executable or started.";
    return [{ unit, offset, grade: HIGH_WEAK, code: CODE, message, evidence: lineText(text, offset) }];
  });
}

/** `chmod(path, 0o600)`: the file is kept from others, and nobody may run it. */
function setsNoRun(index: CodeIndex, call: Call): boolean {
  const rest = argumentTokens(index, call).map(({ text }) => text);
  return rest.length <= MAX_CHMOD && rest.some((text) => /^(?:0o?|"|')?0?[0246]{3}["']?$/.test(text));
}

const MAX_CHMOD = 12;
const MAX_PLAIN = 60;

/** Arguments that are one name or one string, also inside a list. */
function plainArguments(index: CodeIndex, call: Call): string[] {
  const found: string[] = [];
  for (let at = call.open + 1; at < Math.min(call.close, call.open + MAX_PLAIN) && found.length < 6; at++) {
    const token = index.tokens[at];
    const alone =
      "([,".includes(index.tokens[at - 1]?.text ?? "-") && "]),".includes(index.tokens[at + 1]?.text ?? "-");
    if (alone && token?.kind === "name") found.push(token.text);
    else if (alone && token?.kind === "string" && token.text.includes("/")) found.push(token.text);
  }
  return found;
}
