"use client";

import { useEffect } from "react";
import { errorWords } from "@/components/site/error-words";

/** Something failed here. It says whether anything moved, and gives the digest under which we logged it. */
export default function PageError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  const words = errorWords();
  useEffect(() => {
    document.title = words.title;
  }, [words.title]);
  return (
    <main id="main" className="wrap pt-16">
      <h1 className="font-serif text-34 font-medium">{words.title}</h1>
      <p className="mt-2 max-w-[60ch] text-ink-2">{words.text}</p>
      {error.digest ? <p className="mt-2 font-mono text-13 text-ink-3">{error.digest}</p> : null}
      <div className="acts">
        <button type="button" className="btn btn-primary" onClick={retry}>
          {words.again}
        </button>
        <a className="btn" href={words.homePath}>
          {words.home}
        </a>
      </div>
    </main>
  );
}
