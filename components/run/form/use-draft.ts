import { useEffect, useRef, useState } from "react";
import { isInput } from "@/components/run/form/form-controls";
import { readPurchased } from "@/components/run/payment/stored-purchase";
import { storeText, readText } from "@/components/run/form/stored-text";
import type { OfferedExample } from "@/components/run/form/offer-examples";
import { loadPress, problemOf } from "@/components/run/load-press";
import type { PlainRun } from "@/components/run/plain-run";
import type { Written } from "@/components/run/payment/purchase";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import type { RunProblem } from "@/components/run/result/run-result";

type Input = Record<string, unknown>;

/**
 * What is written in the form, as controls or as JSON; at first what was `sent` without scripts. `tell` is given what
 * cannot be read, and null for a new beginning.
 */
export function useDraft(
  { slug, version, fields, examples }: Pick<RunFormProps, "slug" | "version" | "fields" | "examples">,
  sent: PlainRun | null,
  tell: (problem: RunProblem | null) => void,
) {
  const [asJson, setAsJson] = useState(sent?.asJson ?? fields.length === 0);
  // What the controls begin with; a new one puts new controls in the place of the old.
  const [draft, setDraft] = useState<{ initial: Input | null; json: string | null; revision: number }>({
    initial: sent?.input ?? (fields.length === 0 ? (examples[0]?.input ?? null) : null),
    json: sent?.json ?? null,
    revision: 0,
  });
  const reading = useRef(false);
  const key = `emporion.draft.${slug}`;

  // What was written before the page was left for test money is taken up once; what a payment was signed for, while
  // that is open.
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    const kept = parseKept(readText(key) ?? readPurchased(slug, version));
    if (!kept) return;
    storeText(key, null);
    begin(kept.input, kept.asJson);
  });

  function begin(initial: Input, inJson: boolean): void {
    setDraft(({ revision }) => ({ initial, json: null, revision: revision + 1 }));
    setAsJson(inJson);
    tell(null);
  }

  /** Begins anew with an example, as JSON where the controls cannot show all of it. */
  const showExample = ({ input, fits }: OfferedExample) => begin(input, asJson || !fits);

  /**
   * Reads the controls with what comes for it, once at a time; null where that fails or they cannot be read, which
   * is told.
   */
  async function withForm<Read>(
    form: HTMLFormElement | null,
    read: (press: Awaited<ReturnType<typeof loadPress>>, data: FormData) => Read,
  ) {
    if (reading.current) return null;
    reading.current = true;
    try {
      return read(await loadPress(), new FormData(form ?? undefined));
    } catch (error) {
      tell(await problemOf(error));
      return null;
    } finally {
      reading.current = false;
    }
  }

  /** The call's input. */
  const readForm = (form: HTMLFormElement) =>
    withForm(form, ({ readInput }, data) => {
      const read = readInput(data, fields, asJson);
      if (read.ok) return read.input;
      tell({ kind: "input", faults: read.faults });
      return null;
    });

  /** The other view shows what this one holds. */
  const changeView = (form: HTMLFormElement | null) =>
    withForm(form, ({ readDraft, readForForm }, data) => {
      const read = asJson ? readForForm(data, fields) : null;
      if (read && !read.ok) return tell({ kind: "input", faults: read.faults });
      begin(read ? read.input : readDraft(data, fields), !asJson);
    });

  /** Keeps what is written for the next time this page is opened in this browser. */
  const keep = (form: HTMLFormElement | null) =>
    withForm(form, ({ readDraft, readInput }, data) => {
      const read = asJson
        ? readInput(data, fields, true)
        : { ok: true as const, input: readDraft(data, fields) };
      if (read.ok) storeText(key, JSON.stringify({ input: read.input, asJson }));
    });

  return { asJson, ...draft, showExample, keep, readForm, changeView };
}

/** What stands in a browser's storage may have been written by anybody. */
function parseKept(text: string | null): Written | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isInput(value) && isInput(value["input"])
      ? { input: value["input"], asJson: value["asJson"] === true }
      : null;
  } catch {
    return null;
  }
}
