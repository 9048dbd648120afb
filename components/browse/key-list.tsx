import { useTranslations } from "next-intl";
import { Fragment } from "react";

const KEYS = [
  { keys: ["/"], name: "search" },
  { keys: ["J", "K"], name: "move" },
  { keys: ["Enter"], name: "open" },
  { keys: ["C"], name: "copy" },
  { keys: ["F"], name: "filters" },
] as const;

const KEY = "inline-flex items-center gap-1.5";

/** The line of keys below the results. */
export function ResultKeys() {
  const t = useTranslations("browse.keys");
  const keys = KEYS.filter(({ name }) => name !== "copy").map((key) => ({ ...key, name: t(key.name) }));
  return <KeyLine className="py-3.5" keys={keys} />;
}

/** A line of keys, which ends with the button that opens the list of all. */
export function KeyLine({ keys: listed, className }: KeyDialogProps & { className?: string }) {
  const t = useTranslations("browse.keys");
  return (
    <div
      className={`needs-script flex flex-wrap items-center gap-x-4.5 gap-y-1.5 text-13 text-ink-3 to-960:hidden ${className ?? ""}`}
    >
      {listed.map(({ keys, name }) => (
        <span key={name} className={KEY}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {name}
        </span>
      ))}
      <button type="button" className={`${KEY} hover:text-ink`} data-opens="key-list">
        <kbd>?</kbd>
        {t("all")}
      </button>
    </div>
  );
}

/** Every key of the lists of skills. */
export function KeyListDialog() {
  const t = useTranslations("browse.keys");
  return <KeyDialog keys={KEYS.map(({ keys, name }) => ({ keys, name: t(name) }))} />;
}

interface KeyDialogProps {
  keys: readonly { keys: readonly string[]; name: string }[];
}

/** Every key of a page, and the switch that turns single keys off. */
export function KeyDialog({ keys: listed }: KeyDialogProps) {
  const t = useTranslations("browse.keys");
  return (
    <dialog className="dialog" id="key-list" aria-labelledby="key-list-title">
      <h2 id="key-list-title" className="font-serif text-21 font-medium">
        {t("title")}
      </h2>
      <dl className="my-4 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 text-14">
        {listed.map(({ keys, name }) => (
          <Fragment key={name}>
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{name}</dd>
          </Fragment>
        ))}
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>{t("this")}</dd>
      </dl>
      <label className="check">
        <input type="checkbox" data-keys-switch defaultChecked />
        <span>{t("switch")}</span>
      </label>
      <form method="dialog" className="mt-4">
        <button className="btn btn-sm">{t("close")}</button>
      </form>
    </dialog>
  );
}
