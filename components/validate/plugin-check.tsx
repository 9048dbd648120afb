"use client";

import { useActionState, useState } from "react";
import { Note } from "@/components/ui/note";
import { ChooseFile } from "@/components/validate/choose-file";

/** What is said of a plugin that was sent. */
export interface SentPlugin {
  /** Why it could not be read; null where it was. */
  problem: string | null;
  name: string | null;
  valid: boolean;
  issues: readonly { severity: "error" | "warning"; path: string; line?: number; message: string }[];
  skills: readonly { folder: string; name: string; valid: boolean; reasons: readonly string[] }[];
}

interface PluginCheckProps {
  action: (previous: SentPlugin | null, form: FormData) => Promise<SentPlugin>;
  labels: Record<
    "choose" | "nothing" | "file" | "note" | "submit" | "valid" | "refused" | "accepted" | "rejected",
    string
  >;
}

/** A plugin to send: its manifest and each of its skills are told of when the page comes back. It needs no script. */
export function PluginCheck({ action, labels }: PluginCheckProps) {
  const [result, send] = useActionState(action, null, "#plugin");
  const [chosen, setChosen] = useState<string>();
  return (
    <form action={send} className="grid max-w-[68ch] gap-4 pt-4">
      <div className="field">
        <label className="field-label" htmlFor="plugin-file">
          {labels.file} <span>{labels.note}</span>
        </label>
        <p className="flex flex-wrap items-center gap-3">
          <ChooseFile
            label={labels.choose}
            id="plugin-file"
            name="plugin_file"
            accept=".zip"
            required
            onChange={(event) => setChosen(event.target.files?.[0]?.name)}
          />
          <span className="text-13 text-ink-3 wrap-anywhere noscript:hidden">{chosen ?? labels.nothing}</span>
        </p>
      </div>
      <div>
        <button type="submit" className="btn">
          {labels.submit}
        </button>
      </div>
      <div role="status">{result === null ? null : <Verdict result={result} labels={labels} />}</div>
    </form>
  );
}

function Verdict({ result, labels }: { result: SentPlugin; labels: PluginCheckProps["labels"] }) {
  const { problem, name, valid, issues, skills } = result;
  if (problem !== null)
    return (
      <Note tone="bad" title={labels.refused}>
        <span lang="en">{problem}</span>
      </Note>
    );
  return (
    <div className="grid gap-3">
      <Note tone={valid ? "ok" : "bad"} title={valid ? labels.valid : labels.refused}>
        {name}
      </Note>
      <ul className="grid gap-1 text-14 wrap-anywhere" lang="en">
        {issues.map(({ severity, path, line, message }) => (
          <li key={`${path} ${message}`}>
            <b>{severity}</b> <code>{line === undefined ? path : `${path}:${line}`}</code> {message}
          </li>
        ))}
      </ul>
      <ul className="grid gap-1 text-14 wrap-anywhere">
        {skills.map((skill) => (
          <li key={skill.folder}>
            <code>skills/{skill.folder}</code> {skill.valid ? labels.accepted : labels.rejected}{" "}
            <span lang="en">{skill.reasons.join("; ")}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
