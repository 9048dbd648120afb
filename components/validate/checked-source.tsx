"use client";

import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import type { CheckLabels } from "@/components/validate/check-labels";
import { CheckJump } from "@/components/validate/check-jump";
import { CheckResult } from "@/components/validate/check-result";
import { remarksByLine, type CheckView } from "@/components/validate/check-view";
import { type Remark } from "@/lib/skill-format/issues/count-issues";
import { storeSource, readSource } from "@/components/validate/stored-source";
import { PackageBox } from "@/components/validate/package-box";
import type { FolderFile } from "@/components/validate/read-folder";
import { SourceBox, type SourceSide } from "@/components/validate/source-box";
import { useStoredFile } from "@/components/validate/use-stored-file";
import { useLiveCheck, type Ask, type CheckProblem } from "@/components/validate/use-live-check";
import { applyEdits } from "@/lib/skill-format/fixes/apply-edits";

export interface FirstCheck {
  view: CheckView | null;
  problem: CheckProblem | null;
  text: string;
  /** Name of the archive that was sent; null when the text was. */
  chosen: string | null;
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
  const [chosen, setChosen] = useState<Chosen | null>(first.chosen === null ? null : { name: first.chosen });
  const [side, setSide] = useState<SourceSide>(first.view ? "remarks" : "edit");
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
          text={chosen ? (view?.skillMd ?? "") : text}
          typed={chosen === null}
          remarks={remarks}
          reports={view?.reports ?? null}
          meanings={view?.meanings}
          fixes={view?.fixes ?? []}
          side={side}
          onSide={setSide}
          onText={type}
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
