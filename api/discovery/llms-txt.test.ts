import { expect, test } from "vitest";
import { isAgentRequest } from "@/api/is-agent-request";
import { call } from "@/api/testing/client";
import { readApiDescription } from "@/lib/web/documents/read-api-description";

test("every operation the guide names is one of the API, by its method", async () => {
  expect(isAgentRequest({ url: "/llms.txt" })).toBe(true);
  const { bytes } = await call("GET", "/llms.txt");
  const guide = new TextDecoder().decode(bytes);
  const named = [...guide.matchAll(/\b(GET|POST|PUT|DELETE) http:\/\/[^/\s]+(\/v1\/[^\s,;)?]*)/g)];
  expect(named.length).toBeGreaterThan(30);
  const forms = Object.entries(readApiDescription().paths).map(([path, methods]) => ({
    methods,
    form: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));
  for (const [sentence, method = "", path = ""] of named) {
    const written = path.replace(/[.:]$/, "");
    const found = forms.some(({ form, methods }) => form.test(written) && method.toLowerCase() in methods);
    expect(found, sentence).toBe(true);
  }
});
