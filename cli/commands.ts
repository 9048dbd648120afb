import type { Command } from "./command";

interface Entry {
  summary: string;
  load: () => Promise<{ command: Command }>;
}

/** Every command; each is loaded when it is called, so that none pays for another's start. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  init: {
    summary: "make a skill that can be published, to begin with",
    load: () => import("./commands/init"),
  },
  validate: {
    summary: "check skills against the rules of their formats",
    load: () => import("./commands/validate"),
  },
  "to-prompt": {
    summary: "print the list of skills for a system prompt",
    load: () => import("./commands/to-prompt"),
  },
  "read-properties": {
    summary: "print a skill's front matter as JSON",
    load: () => import("./commands/read-properties"),
  },
  stitch: {
    summary: "write what users taught a skill into its SKILL.md",
    load: () => import("./commands/stitch"),
  },
  merge: { summary: "add experience to a skill's evolution.json", load: () => import("./commands/merge") },
  align: { summary: "stitch every skill below a directory", load: () => import("./commands/align") },
  pack: { summary: "pack a skill's directory into a .skill archive", load: () => import("./commands/pack") },
  unpack: { summary: "unpack a .skill archive safely", load: () => import("./commands/unpack") },
  export: {
    summary: "pack a skill in a single format",
    load: () => import("./commands/export"),
  },
  convert: {
    summary: "convert a skill for one platform",
    load: () => import("./commands/convert"),
  },
  "migrate-report": {
    summary: "report how far a VibeLife V12 skill has migrated to V9",
    load: () => import("./commands/migrate-report"),
  },
  vet: { summary: "scan a skill for harmful content", load: () => import("./commands/vet") },
  "check-source": {
    summary: "check a skill's commit in its repository (network)",
    load: () => import("./commands/check-source"),
  },
  verify: {
    summary: "verify what is installed, a receipt, a seal or the log",
    load: () => import("./commands/verify"),
  },
  add: { summary: "install skills and lock their digests (market)", load: () => import("./commands/add") },
  update: {
    summary: "update installed skills, and say what changes (market)",
    load: () => import("./commands/update"),
  },
  ci: { summary: "install exactly what the lock file says (market)", load: () => import("./commands/ci") },
  remove: { summary: "remove installed skills", load: () => import("./commands/remove") },
  list: { summary: "list installed skills", load: () => import("./commands/list") },
  outdated: {
    summary: "list installed skills with newer versions (market)",
    load: () => import("./commands/outdated"),
  },
  audit: {
    summary: "ask what is known of everything installed (market)",
    load: () => import("./commands/audit"),
  },
  search: { summary: "find skills by what they do (market)", load: () => import("./commands/search") },
  call: {
    summary: "call a skill, and pay if it has a price (market)",
    load: () => import("./commands/call"),
  },
  spending: {
    summary: "limit what may be paid from a wallet (market)",
    load: () => import("./commands/spending"),
  },
  publish: { summary: "publish a version, or a draft (market)", load: () => import("./commands/publish") },
  price: {
    summary: "change what a call of your skill costs (market)",
    load: () => import("./commands/price"),
  },
  access: {
    summary: "change who sees your skill (market)",
    load: () => import("./commands/access"),
  },
  readers: {
    summary: "list, add and end who may read your skill (market)",
    load: () => import("./commands/readers"),
  },
  deprecate: {
    summary: "say that another skill takes the place of yours (market)",
    load: () => import("./commands/deprecate"),
  },
  org: {
    summary: "found an organisation, and see and invite its members (market)",
    load: () => import("./commands/org"),
  },
  yank: { summary: "withdraw a version of your skill (market)", load: () => import("./commands/yank") },
};
