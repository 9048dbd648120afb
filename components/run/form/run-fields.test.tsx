import english from "@/lib/platform/i18n/messages/en/run.json";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { formFields } from "@/components/run/form/form-fields";
import { RunFields } from "@/components/run/form/run-fields";

const fields = formFields({ properties: { strict: { type: "boolean", default: true } } });

test.each([
  ["ticked when nothing is given", null, true],
  ["ticked when the input leaves it out", {}, true],
  ["not ticked when the input says no", { strict: false }, false],
])("a box whose default is yes is %s", (_when, initial, ticked) => {
  const html = renderToStaticMarkup(
    <RunFields
      fields={fields}
      asJson={false}
      labels={english.form}
      initial={initial}
      json={null}
      problem={null}
      plain
    />,
  );
  expect(html.includes("checked")).toBe(ticked);
});
