import { formatMinute, formatSecond } from "@/lib/platform/i18n/format";

const CLOCKS = "time[data-clock]";

/**
 * Shows each clock time in the zone of the reader's machine, as it was at that time; a tap on one shows it in UTC, and
 * the next one in that zone again.
 */
export function keepTimesHere(signal: AbortSignal): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>(CLOCKS)) write(time, aheadOf(time));
  document.addEventListener("click", answerTimes, { signal });
}

function answerTimes(event: MouseEvent): void {
  const time = event.target instanceof Element ? event.target.closest<HTMLTimeElement>(CLOCKS) : null;
  if (time === null || aheadOf(time) === 0) return;
  write(time, time.dataset["utc"] === undefined ? 0 : aheadOf(time));
}

const aheadOf = ({ dateTime }: HTMLTimeElement) => -new Date(dateTime).getTimezoneOffset();

function write(time: HTMLTimeElement, aheadMinutes: number): void {
  const { lang } = document.documentElement;
  const format = time.dataset["clock"] === "second" ? formatSecond : formatMinute;
  time.textContent = format(time.dateTime, lang, aheadMinutes);
  time.title = format(time.dateTime, lang);
  if (aheadMinutes === 0) time.dataset["utc"] = "";
  else delete time.dataset["utc"];
}
