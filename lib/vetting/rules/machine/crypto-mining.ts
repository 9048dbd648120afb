import type { ShellUnit, CodeUnit } from "../../reading/units";
import { HIGH_STRONG } from "../../grade";
import type { Rule } from "../../rule";
import { lineText, pipelineText, reportPlaces, type Place } from "../../match-places";

const CODE = "malicious.crypto_mining";
const MINERS =
  /^(?:xmrig\S{0,20}|minerd|cpuminer\S{0,20}|ethminer|nbminer|t-rex|lolminer|phoenixminer|cgminer|bfgminer|xmr-stak|nanominer|ccminer|srbminer\S{0,20})$/i;
const POOL_ADDRESS = /stratum\+(?:tcp|ssl|tls):\/\/[^\s"'`]{1,200}/i;
const POOL_HOSTS =
  /\b(?:pool\.minexmr\.com|supportxmr\.com|moneroocean\.stream|nanopool\.org|2miners\.com|hashvault\.pro|f2pool\.com|ethermine\.org|nicehash\.com|coinhive\.com|coin-hive\.com|cryptoloot\.pro|minergate\.com)\b/i;

/** Sees programs that mine with the machine of whoever runs the skill. */
export const cryptoMining: Rule = {
  id: "crypto-mining",
  title: "The machine is used to mine",
  why: "A miner spends other people's power and machines for the author.",
  remedy: "Remove it. A skill about mining may describe pools, it must not start a miner.",
  codes: [CODE],
  check(context) {
    const places = context.units.shell.flatMap(checkShell).concat(context.units.code.flatMap(checkCode));
    return reportPlaces(cryptoMining, places);
  },
};

function checkShell(unit: ShellUnit): Place[] {
  return unit.script.pipelines.flatMap(({ commands, start }) => {
    const text = pipelineText(commands);
    const mines = commands.some(({ name, words }) => MINERS.test(name) && words.length > 1);
    if (!mines && !POOL_ADDRESS.test(text)) return [];
    return [
      {
        unit,
        offset: start,
        grade: HIGH_STRONG,
        code: CODE,
        message: "A miner is started or pointed at a pool.",
        evidence: text,
      },
    ];
  });
}

function checkCode(unit: CodeUnit): Place[] {
  return unit.index.tokens.flatMap((token) => {
    if (token.kind !== "string" || token.text.length > 2000) return [];
    const pool =
      POOL_ADDRESS.test(token.text) || (POOL_HOSTS.test(token.text) && /:\d{2,5}|\.js\b/.test(token.text));
    if (!pool) return [];
    return [
      {
        unit,
        offset: token.start,
        grade: HIGH_STRONG,
        code: CODE,
        message: "The code names the address of a mining pool.",
        evidence: lineText(unit.text, token.start),
      },
    ];
  });
}
