"use client";

import {
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { Note } from "@/components/ui/note";
import { type CheckLabels, fillCount } from "@/components/validate/check-labels";
import { CheckResult, decisionOf } from "@/components/validate/check-result";
import { type CheckView, countedReports, remarksByLine } from "@/components/validate/check-view";
import { countIssues, type Remark } from "@/lib/skill-format/issues/count-issues";
import { PackageBox } from "@/components/validate/package-box";
import type { FolderFile } from "@/components/validate/read-folder";
import { SourceBox, type SourceSide } from "@/components/validate/source-box";
import { type Ask, type CheckProblem, useLiveCheck } from "@/components/validate/use-live-check";
import { applyEdits } from "@/lib/skill-format/fixes/apply-edits";

export interface FirstCheck {
  view: CheckView | null;
  problem: CheckProblem | null;
  text: string;
  /** Name of the archive that was sent; null when the text was. */
  chosen: string | null;
  /** The files of a template, as the JSON of a folder's upload. */
  json?: string;
}

const NOTHING: FirstCheck = { view: null, problem: null, text: "", chosen: null };
const NO_REMARKS: ReadonlyMap<number, readonly Remark[]> = new Map();

/** Something chosen instead of typed; a folder's files travel as the JSON of an upload. */
interface Chosen {
  name: string;
  json?: string;
}

interface KeptFor {
  id: string;
  ask: Ask;
  box: ReactNode;
  /** Of the package as it is kept. */
  digest: string;
  /** Called where what was written in this tab was written over another one, which it would replace unseen. */
  onStale: () => void;
  /** Called where the form is about to be sent to use what is proposed: the text then comes back changed. */
  onSend: () => void;
}

interface CheckedSourceProps {
  labels: CheckLabels;
  first?: FirstCheck;
  /** A package the market keeps already: its SKILL.md is written here, and `ask` checks it among its other files. */
  kept?: KeptFor;
  /** Given what asks for the verdicts once more and leads to them. */
  again?: RefObject<(() => void) | null>;
  /** Told the latest verdict. */
  onView?: (view: CheckView | null) => void;
}

/**
 * A package to choose or a SKILL.md to paste, beside the verdict of each dialect. The fields belong to the form around
 * it, which works without scripts; with them the verdicts follow what is typed.
 */
export function CheckedSource({ labels, first = NOTHING, kept, again, onView }: CheckedSourceProps) {
  const [text, setText] = useState(first.text);
  const [chosen, setChosen] = useState<Chosen | null>(
    first.chosen === null
      ? null
      : { name: first.chosen, ...(first.json === undefined ? {} : { json: first.json }) },
  );
  const [side, setSide] = useState<SourceSide>(first.view || first.json !== undefined ? "remarks" : "edit");
  const archive = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { view, problem, busy, check, fail } = useLiveCheck(first, kept?.ask);
  const remarks = useMemo(() => (view ? remarksByLine(view) : NO_REMARKS), [view]);

  function type(typed: string) {
    setText(typed);
    storeSource(typed, kept);
    check(typed.trim() === "" ? null : { kind: "text", text: typed }, "after a pause");
  }

  function paste(pasted = "") {
    setChosen(null);
    if (archive.current) archive.current.value = "";
    setSide("edit");
    type(pasted);
    field.current?.focus();
  }

  async function choose(file: File | undefined) {
    if (!file) return paste();
    if (file.name.endsWith(".md")) return paste(await file.text());
    setChosen({ name: file.name });
    setSide("remarks");
    check({ kind: "archive", file }, "now");
  }

  function drop(file: File) {
    const kept = new DataTransfer();
    kept.items.add(file);
    if (archive.current) archive.current.files = kept.files; // so that it is sent with the form
    void choose(file);
  }

  async function chooseFolder(files: readonly FolderFile[]) {
    if (files.length === 0) return;
    if (archive.current) archive.current.value = "";
    const { readFolder } = await import("@/components/validate/read-folder");
    const reading = await readFolder(files);
    setChosen({ name: reading.name, ...(reading.ok ? { json: reading.json } : {}) });
    setSide("remarks");
    if (reading.ok) check({ kind: "folder", json: reading.json }, "now");
    else fail({ code: null, detail: labels[reading.reason] });
  }

  useEffect(() => onView?.(view), [onView, view]);
  useStoredFile(archive);

  useImperativeHandle(again, () => () => {
    const file = archive.current?.files?.[0];
    if (chosen?.json !== undefined) check({ kind: "folder", json: chosen.json }, "now");
    else if (chosen && file) check({ kind: "archive", file }, "now");
    else if (!chosen) check(text.trim() === "" ? null : { kind: "text", text }, "now");
    document.getElementById("verdicts")?.scrollIntoView({ block: "nearest" });
  });

  // What was typed or chosen before this script arrived counts too, and what was typed before the page was left or
  // loaded again.
  const adopt = useRef(() => {
    const file = archive.current?.files?.[0];
    const typed = field.current?.value ?? "";
    const { text: written, over } = readSource(kept);
    if (kept) storeSource("");
    if (kept && written === first.text) storeSource("", kept); // it has been saved
    if (file) void choose(file);
    else if (first.json !== undefined && !first.view) check({ kind: "folder", json: first.json }, "now");
    else if (typed !== first.text || (typed !== "" && !first.view && !first.problem)) type(typed);
    else if ((kept || typed === "") && first.chosen === null && written !== "" && written !== typed) {
      setSide("edit");
      if (kept && over !== kept.digest) kept.onStale();
      type(written);
    }
  });
  useEffect(() => adopt.current(), []);

  /** Puts the cursor on a line of the text field; false when the lines are shown and the link can lead there. */
  function goToLine(line: number): boolean {
    const area = field.current;
    if (!area || side === "remarks") return false;
    const lines = text.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    area.focus();
    area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    area.scrollIntoView({ block: "nearest" });
    return true;
  }

  return (
    <>
      {kept ? (
        kept.box
      ) : (
        <PackageBox
          labels={labels}
          archive={archive}
          chosen={chosen}
          files={chosen && view ? view.files : []}
          onArchive={(file) => void choose(file)}
          onFolder={(files) => void chooseFolder(files)}
          onDropped={drop}
          onPaste={() => paste()}
        />
      )}
      {view ? <CheckJump view={view} labels={labels} /> : null}
      <div className="mt-6 grid grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)] items-start gap-8 to-900:grid-cols-[minmax(0,1fr)]">
        <SourceBox
          labels={labels}
          field={field}
          text={chosen ? (view?.skillMd ?? (chosen.name === first.chosen ? first.text : "")) : text}
          typed={chosen === null}
          remarks={remarks}
          reports={view?.reports ?? null}
          meanings={view?.meanings}
          fixes={view?.fixes ?? []}
          side={side}
          onSide={setSide}
          onText={type}
          view={view}
          onProposal={kept ? undefined : () => type(applyEdits(text, view?.proposal?.edits ?? []))}
          onSend={() => {
            storeSource("", kept);
            kept?.onSend();
          }}
          onFix={(fixes) =>
            type(
              applyEdits(
                text,
                fixes.flatMap(({ edits }) => edits),
              ),
            )
          }
        />
        <CheckResult labels={labels} view={view} problem={problem} busy={busy} onLine={goToLine} />
      </div>
    </>
  );
}

/**
 * Keeps the chosen file when the form around it is reset, as React does after each action: a refusal is no new start.
 */
function useStoredFile(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    if (!field || !form) return undefined;
    const keep = () => {
      const { files } = field;
      if (!files || files.length === 0) return;
      const kept = new DataTransfer();
      for (const file of files) kept.items.add(file);
      // The event comes before the fields are emptied.
      setTimeout(() => {
        field.files = kept.files;
      });
    };
    form.addEventListener("reset", keep);
    return () => form.removeEventListener("reset", keep);
  }, [input]);
}

/** In this tab alone: a second tab writes its own skill, and what was written goes with the tab. */
const KEY = "emporion.source";
/** Long for a SKILL.md; each stroke of a key writes it. */
const MAX_CHARACTERS = 200_000;

/** A package the market keeps already, as the text was written over it. */
interface StoredPackage {
  id: string;
  digest: string;
}

/** It has its own place: what is changed in it is not the beginning of another skill. */
const keyOf = (kept: StoredPackage | undefined) => (kept === undefined ? KEY : `${KEY}.${kept.id}`);
const overKeyOf = (kept: StoredPackage) => `${keyOf(kept)}.over`;

/**
 * The SKILL.md that was typed in this tab and published or saved by nobody yet, and the digest of the package that it
 * was written over; both empty for none, and where storage is forbidden.
 */
function readSource(kept?: StoredPackage): { text: string; over: string } {
  try {
    const over = kept && window.sessionStorage.getItem(overKeyOf(kept));
    return { text: window.sessionStorage.getItem(keyOf(kept)) ?? "", over: over ?? "" };
  } catch {
    return { text: "", over: "" };
  }
}

/** Keeps what is typed through a reload, a step back or a sign-in; empty forgets it. */
function storeSource(text: string, kept?: StoredPackage): void {
  const key = keyOf(kept);
  try {
    if (text.trim() === "" || text.length > MAX_CHARACTERS) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, text);
    if (kept) window.sessionStorage.setItem(overKeyOf(kept), kept.digest);
  } catch {
    // The text is then kept as long as the page.
  }
}

/** On phones the verdicts stand below the whole text: what they come to, above it, and the way to them. */
function CheckJump({ view, labels }: { view: CheckView; labels: CheckLabels }) {
  const { error, warning } = countIssues(countedReports(view.reports));
  const { tone, title } = decisionOf(view, labels);
  const counts = [
    ...(error === 0 ? [] : [fillCount(labels.errors, error)]),
    ...(warning === 0 ? [] : [fillCount(labels.warnings, warning)]),
  ];
  return (
    <div className="mt-5 hidden to-900:block">
      <Note
        tone={tone}
        title={title}
        action={
          <a className="btn btn-sm" href="#verdicts">
            {labels.verdicts}
          </a>
        }
      >
        {counts.join(" · ")}
      </Note>
    </div>
  );
}
