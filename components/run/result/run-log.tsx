export interface RunLogProps {
  /** What happened, in words, and when: milliseconds since the button was pressed. */
  entries: readonly { label: string; atMs: number }[];
  title: string;
}

/** What has happened so far, with its time; the last line is what happens now. */
export function RunLog({ entries, title }: RunLogProps) {
  return (
    <ol aria-label={title} className="mt-3 grid gap-0.5 text-12 text-ink-2" data-testid="run-log">
      {entries.map(({ label, atMs }, index) => (
        <li key={`${label}-${atMs}`} className="flex justify-between gap-3">
          <span>{index < entries.length - 1 ? label.replace(/…$/, "") : label}</span>
          <span className="font-mono text-ink-3">{(atMs / 1000).toFixed(1)} s</span>
        </li>
      ))}
    </ol>
  );
}
