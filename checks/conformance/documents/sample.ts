import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import type { AnswerExpectation } from "../adapters/api/check-answer";
import type { OutboxExpectation } from "../adapters/api/outbox";
import type { RequestStep } from "../adapters/api/send-request";

/** What is common to all steps: members of the answer that later steps name as `{{name}}`. */
interface Saving {
  save?: Record<string, string> | undefined;
}

/** Files of the project's directory in which commands run. */
export interface FilesStep {
  files: Record<string, string>;
}

/** A directory that is another one but for some words. */
export interface VariantStep {
  variant: string;
  of: string;
  /** Old words, each of which must be there, to new words. */
  replace: Record<string, string>;
}

/** `command: validate my-skill`, as a person writes it after `emporion`. */
export interface CommandStep {
  command: string;
  /** 0 where it is left out. */
  exit?: number;
  /** Texts that stdout or stderr holds, and texts that neither holds. */
  has?: string[];
  lacks?: string[];
  /** Lines of stdout in this order, others may stand between. */
  lines?: string[];
  /** Members of stdout, read as JSON. */
  json?: Record<string, unknown>;
  /** A file as it is afterwards holds these texts. */
  file_has?: Record<string, string[]>;
}

/** `request: POST /v1/skills/upload`, with what `RequestStep` may hold beside. */
export interface HttpStep extends Saving, Omit<RequestStep, "method" | "path"> {
  request: string;
  expect: AnswerExpectation;
}

/** A skill's directory, uploaded as JSON by the account `author`, then vetted. */
export interface PublishStep extends Saving {
  publish: string;
  /** Status 201 where it is left out. */
  expect?: AnswerExpectation;
}

/** A tool of the market's MCP server, called in the conversation of the sample. */
export interface ToolStep {
  tool: string;
  arguments?: Record<string, unknown>;
  /** Members of the structured answer. */
  content?: Record<string, unknown>;
  is_error?: boolean;
  has?: string[];
}

/** The names of the tools that the conversation offers. */
export interface ToolListStep {
  tools: { exactly?: string[]; has?: string[] };
}

/** The mails to one address. */
export interface MailStep extends Saving {
  mail_to: string;
  expect?: OutboxExpectation;
}

/** A case of `checks/conformance/cases` that tries the sample. One that needs a whole market is run by its own stage. */
export interface CaseStep {
  case: string;
}

export type SampleStep =
  | FilesStep
  | VariantStep
  | CommandStep
  | HttpStep
  | PublishStep
  | ToolStep
  | ToolListStep
  | MailStep
  | CaseStep;

/** One sample of a document: what it shows, where, and the steps that try it. */
export interface Sample {
  section: string;
  sample: string;
  /** Where the document leaves a choice or contradicts something: the first cell of the row of docs/dialects/differences.md. */
  decision?: string;
  steps: SampleStep[];
}

export interface DocumentSamples {
  document: string;
  /** Skills of which several samples speak, by the names of their directories. */
  packages?: Record<string, Record<string, string>>;
  samples: Sample[];
}

/** The samples of every document, in the order of the files' names. */
export function readSamples(): DocumentSamples[] {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".yaml"));
  return files
    .sort()
    .map((name) => parse(readFileSync(path.join(import.meta.dirname, name), "utf8")) as DocumentSamples);
}
