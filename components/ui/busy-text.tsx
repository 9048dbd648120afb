interface BusyTextProps {
  /** The button's words while nothing is under way. */
  rest: string;
  /** What it is doing now, in place of them. */
  working: string;
  busy: boolean;
}

/** Both texts of a button in one place, of which one shows: the button keeps its width while it works. */
export function BusyText({ rest, working, busy }: BusyTextProps) {
  return (
    <span className="grid justify-items-center *:[grid-area:1/1]">
      <span className={busy ? "invisible" : undefined}>{rest}</span>
      <span className={busy ? undefined : "invisible"}>{working}</span>
    </span>
  );
}
