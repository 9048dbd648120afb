// What a person at a terminal is told when a command cannot go on: one sentence that ends in what to do. Only Node's
// own modules.

import path from "node:path";
import { PROGRAMS } from "./system-packages.ts";

/** Ends a command with a sentence: 2 for what was asked wrongly or is not there yet, 1 for what failed. */
export class Stop extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode = 2) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

const DISK_FULL = "The disk is full: make room, or set DATA_DIRECTORY to a directory on another one.";
/** What Node and PostgreSQL tell of an error beside its message. */
interface Told extends Error {
  code?: string;
  path?: string;
  port?: number;
  address?: string;
  hostname?: string;
  errors?: unknown[];
}

const SYSTEM: Record<string, (error: Told) => string> = {
  ENOSPC: () => DISK_FULL,
  EDQUOT: () => "The quota of the disk is used up: make room, or set DATA_DIRECTORY to another one.",
  EACCES: ({ path, port }) =>
    port === undefined
      ? `This user may not use ${path ?? "a file"}: change whose it is, or name another place.`
      : `This user may not listen on port ${port}: choose one above 1023.`,
  EPERM: ({ path }) =>
    `This user may not change ${path ?? "a file"}: change whose it is, or name another place.`,
  EROFS: ({ path }) => `${path ?? "The disk"} cannot be written: name a directory on another disk.`,
  EADDRINUSE: ({ port }) => `Port ${port} is taken: stop what runs there, or choose another number.`,
  ECONNREFUSED: ({ address, port }) =>
    `Nothing answers at ${address}:${port}: start it, or change the address (DATABASE_URL, APP_URL, SOLANA_RPC_URL).`,
  ENOTFOUND: ({ hostname }) => `There is no host ${hostname}: correct the address, or look at the network.`,
  ETIMEDOUT: ({ address, port }) =>
    `${address}:${port} does not answer in time: look at the network, or change the address (DATABASE_URL, APP_URL, SOLANA_RPC_URL).`,
  "3D000": ({ message }) => `${sentence(message)} Create it, or start the market once: npm start.`,
  "28P01": ({ message }) => `${sentence(message)} Correct the user and the password in DATABASE_URL.`,
};

/**
 * What to say of an error and the code to exit with; null for what nobody foresaw, of which the stack says more. An
 * error stands for what caused it: `fetch failed` for a refused connection, several for the addresses of one host.
 */
export function explain(error: unknown): { sentence: string; exitCode: number } | null {
  for (const each of causesOf(error)) {
    if (each instanceof Stop) return { sentence: each.message, exitCode: each.exitCode };
    const code = each.code ?? "";
    if (code.startsWith("ERR_PARSE_ARGS"))
      return { sentence: sentence(each.message.split(". ", 1)[0] ?? ""), exitCode: 2 };
    if (code === "ERR_MODULE_NOT_FOUND") return { sentence: missingModule(each.message), exitCode: 2 };
    const system = Object.hasOwn(SYSTEM, code) ? SYSTEM[code] : undefined;
    if (system) return { sentence: system(each), exitCode: 1 };
    if (/executable doesn't exist/i.test(each.message))
      return {
        sentence: `There is no browser: ${PROGRAMS.chromium.otherwise}, or set CHROMIUM_PATH.`,
        exitCode: 2,
      };
    if (/No space left on device/.test(each.message)) return { sentence: DISK_FULL, exitCode: 1 };
    if (each.name === "SettingsError") return { sentence: each.message, exitCode: 1 };
  }
  return null;
}

/** Prints it and ends the process; what nobody foresaw with its stack. */
export function endWith(error: unknown): never {
  const said = explain(error);
  console.error(said ? said.sentence : error);
  process.exit(said?.exitCode ?? 1);
}

function causesOf(error: unknown): Told[] {
  if (!(error instanceof Error)) return [];
  const told: Told = error;
  return [...(told.errors ?? []).flatMap(causesOf), ...causesOf(told.cause), told];
}

function missingModule(message: string): string {
  const [, name = message, importer = ""] =
    /Cannot find (?:package|module) '([^']+)' imported from (\S+)/.exec(message) ?? [];
  if (/db\/generated/.test(name)) return "The database client is not generated yet: npm run setup does it.";
  // Clients of others have a workspace of their own.
  const command = /\/clients\//.test(importer)
    ? "npm ci --ignore-scripts --prefix checks/clients"
    : "npm run setup";
  return `${path.isAbsolute(name) ? path.relative("", name) : name} is not installed: ${command} installs it.`;
}

const sentence = (text: string) => {
  const [line = ""] = text.split("\n");
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}${/[.!?]$/.test(line) ? "" : "."}`;
};
