import { capture } from "../capture";

/**
 * Differ from answer to answer: ids of requests, numbers that are used once, words like "a minute ago", and what React
 * tells the browser of the page a second time, with the places of parts that came a moment later.
 */
const OF_ONE_ANSWER = [
  /"request_id":"[^"]*"/g,
  / nonce="[^"]*"/g,
  /<script(?: id="[^"]*")?>.*?<\/script>/gs,
  /<!--.*?-->|<template id="[^"]*"><\/template>|<div hidden(?:="")?(?: id="[^"]*")?><\/div>/g,
  /<time\b[^>]*>[^<]*<\/time>/g,
];
/** Those of a package say how far it can be trusted. */
const HEADERS = /^(?:x-skill-|content-type$|location$)/;
let callers = 0;

/**
 * Status, headers and text of an answer, as far as two that say the same are equal. `anew`: made for this caller alone,
 * since a cookie may name somebody.
 */
export async function readAnswer(url: string, { anew = false } = {}): Promise<string> {
  callers += 1;
  const { status, headers, body } = await capture(url, {
    "accept-encoding": "identity",
    "x-forwarded-for": `198.19.${(callers >> 8) & 255}.${callers & 255}`,
    "x-skills-update-check": "1", // a download that is not counted
    ...(anew ? { cookie: "made-anew=1" } : {}),
  });
  const told = Object.entries(headers).filter(([name]) => HEADERS.test(name));
  const text = OF_ONE_ANSWER.reduce((rest, pattern) => rest.replaceAll(pattern, ""), body.toString("latin1"));
  return JSON.stringify([status, told, text]);
}
