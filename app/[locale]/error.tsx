"use client";

import { useEffect } from "react";
import { isLocale, localizedPath } from "@/lib/platform/i18n/paths";
import { DEFAULT_LOCALE, type Locale } from "@/lib/platform/i18n/routing";

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

/** The few words an error page needs, in every language: it is drawn in the browser, without the message catalogue. */
const WORDS: Record<Locale, { title: string; text: string; again: string; home: string }> = {
  en: {
    title: "This page could not be made",
    text: "Something failed on our side while it was drawn. Reading a page moves no money and no files. Try again; if it fails again, the code below helps to find it in the logs.",
    again: "Try again",
    home: "Go to the start",
  },
  "zh-Hans": {
    title: "无法生成此页面",
    text: "生成页面时我们这边出了问题。查看页面不会变动任何资金或文件。请重试；若仍然失败，下面的代码有助于在日志中定位。",
    again: "重试",
    home: "返回首页",
  },
  ko: {
    title: "이 페이지를 만들 수 없습니다",
    text: "페이지를 그리는 동안 저희 쪽에서 문제가 생겼습니다. 페이지를 보는 것만으로는 돈도 파일도 움직이지 않습니다. 다시 시도해 보시고, 또 실패하면 아래 코드로 로그에서 찾을 수 있습니다.",
    again: "다시 시도",
    home: "홈으로",
  },
};

/** The words in the language of the document, and where its start page is. */
function errorWords(): (typeof WORDS)[Locale] & { homePath: string } {
  const language = typeof document === "undefined" ? DEFAULT_LOCALE : document.documentElement.lang;
  const locale = isLocale(language) ? language : DEFAULT_LOCALE;
  return { ...WORDS[locale], homePath: localizedPath(locale, "/") };
}
