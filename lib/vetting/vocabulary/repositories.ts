import { hostKind, isSuspiciousKind } from "./hosts";
import { isOwnPlace } from "./package-names";

/** A repository that a text names by its whole address, so that it is the same for every reader. */
export interface Repository {
  readonly host: string;
  /** Not a place where many keep their repositories, or one that a secret in the address opens. */
  readonly unusual: boolean;
}

const AS_ADDRESS =
  /^(?:https?|ssh|git):\/\/(?:([^\s/@]{1,200})@)?([\w.-]{1,200})(?::\d{1,5})?\/([!-~]{1,300})$/i;
const AS_LOGIN = /^[\w.-]{1,60}@([\w.-]{1,200}):(?!\/\/)([!-~]{1,300})$/;
/** Filled in by the reader, or a name that examples use. */
const TO_BE_FILLED = /[^!-~]|[$<>{}[\]%*…]|\byour\b|\.\.\./i;
const NAMES_OF_EXAMPLES =
  /^(?:.*[-_])?(?:acme|example|user|username|owner|org|organi[sz]ation|orgname|team|company|me|my|your|yourname|foo|bar|octocat|someone|somebody|name|account|alice|bob|john|jane|jdoe|test|demo|fork|xxx+|abc|repo|repository|project|group|namespace|profile|client|customer)(?:[-_].*)?$/i;
const FORGES =
  /(?:^|\.)(?:github\.com|gitlab\.(?:com|io)|bitbucket\.org|codeberg\.org|gitee\.com|gitcode\.(?:com|net)|sr\.ht|dev\.azure\.com|visualstudio\.com|huggingface\.co|hf\.co|heroku\.com|amazonaws\.com|google\.com|overleaf\.com|framagit\.org|launchpad\.net|gnu\.org|coding\.net|aliyun\.com|cnb\.cool|modelscope\.cn|pantheonsite\.io|wpengine\.com|clever-cloud\.com)$/i;

export function isForge(host: string): boolean {
  return FORGES.test(host);
}

/** The repository of somebody in particular; null for an example, the reader's own place or no address at all. */
export function readStrangersRepository(address: string): Repository | null {
  if (TO_BE_FILLED.test(address)) return null;
  const url = AS_ADDRESS.exec(address);
  const login = url === null ? AS_LOGIN.exec(address) : null;
  const host = (url?.[2] ?? login?.[1] ?? "").toLowerCase();
  const path = url?.[3] ?? login?.[2] ?? "";
  const [owner = ""] = path.replace(/^(?:spaces|datasets|models|scm|git|r|gh)\//, "").split("/", 1);
  if (host === "" || isOwnPlace(host) || owner === "" || NAMES_OF_EXAMPLES.test(owner)) return null;
  const secret = /:./.test(url?.[1] ?? "") || /^(?:gh[pousr]_|github_pat_|glpat-)/.test(url?.[1] ?? "");
  return {
    host,
    unusual: secret || !isForge(host) || isSuspiciousKind(hostKind({ host, path: `/${path}` })),
  };
}
