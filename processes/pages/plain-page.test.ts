import { expect, it } from "vitest";
import { plainPage } from "./page-policy";

const SCRIPT = "/_next/static/plain/behaviour-abc.js";
const page = (main: string, extra = "") =>
  '<html><head><link rel="preload" as="script" nonce="n1" href="/_next/x.js"/><link rel="stylesheet" href="/x.css"/>' +
  '<script src="/_next/x.js" async="" nonce="n1"></script><script nonce="n1" data-stays="">theme()</script></head>' +
  `<body>${main}${extra}<script nonce="n1">self.__next_f.push([1,"a \\u003c/script>"])</script></body></html>`;
const PLAIN = '<main id="main" data-plain="">$& read me</main>';

it("leaves the framework out of a plain page and puts the one module in, with the page's nonce", () => {
  expect(plainPage(page(PLAIN), SCRIPT)).toBe(
    '<html><head><link rel="stylesheet" href="/x.css"/><script nonce="n1" data-stays="">theme()</script>' +
      `<script type="module" src="${SCRIPT}" nonce="n1"></script></head><body>${PLAIN}</body></html>`,
  );
});

it("keeps data for search engines", () => {
  const data = '<script type="application/ld+json">{"@type":"Product"}</script>';
  expect(plainPage(page(PLAIN, data), SCRIPT)).toContain(data);
});

it("touches neither a page that needs React nor one with parts still to come nor one without a nonce", () => {
  const alive = page("<main>read me</main>");
  const pending = page(PLAIN, '<template id="B:0"></template>');
  const nameless = page(PLAIN).replaceAll(' nonce="n1"', "");
  for (const html of [alive, pending, nameless]) expect(plainPage(html, SCRIPT)).toBe(html);
});
