/** A text as it is: what will be signed, or what a run has answered. */
export function ExactText({ children }: { children: string }) {
  return (
    <pre className="rounded-1 bg-sunken px-2.75 py-2.25 text-12 leading-[1.65] wrap-anywhere whitespace-pre-wrap text-ink-2">
      {children}
    </pre>
  );
}
