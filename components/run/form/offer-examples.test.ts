import { describe, expect, test } from "vitest";
import { changeForm } from "@/components/run/form/change-form";
import { ACT, exampleAct } from "@/components/run/form/form-controls";
import { formFields } from "@/components/run/form/form-fields";
import { offerExamples } from "@/components/run/form/offer-examples";
import { withDefaults } from "@/components/run/form/fits-form";

const fields = formFields({
  required: ["text"],
  properties: {
    text: { type: "string" },
    width: { type: "integer", default: 72 },
    strict: { type: "boolean", default: true },
    broken: { type: "integer", default: "many" },
    style: {
      type: "object",
      properties: { indent: { type: "integer", default: 2 }, mark: { type: "string" } },
    },
  },
});
const DEFAULTS = { width: 72, strict: true, style: { indent: 2 } };
const declared = (position: number, input: unknown, output: unknown = {}) => ({
  position,
  name: position === 0 ? null : `Number ${position}`,
  input,
  output,
});

describe("the input of an example", () => {
  test("has the schema's defaults for what it does not name, and its own values otherwise", () => {
    expect(withDefaults(fields, { text: "a" })).toEqual({ text: "a", ...DEFAULTS });
    expect(withDefaults(fields, { text: "a", width: 20, style: { mark: "-" } })).toEqual({
      text: "a",
      width: 20,
      strict: true,
      style: { mark: "-", indent: 2 },
    });
  });

  test("keeps what is no group where a group is meant, and members nobody declared", () => {
    expect(withDefaults(fields, { style: "plain", more: 1 })).toMatchObject({ style: "plain", more: 1 });
  });

  test("has them in a form that is sent without scripts too", () => {
    const form = new FormData();
    form.append(ACT, exampleAct(3));
    const changed = changeForm(form, { fields, examples: [declared(3, { text: "a" })] });
    expect(changed).toMatchObject({ input: { text: "a", ...DEFAULTS }, asJson: false });
  });
});

describe("the examples a form offers", () => {
  test("are told by their names, with what should come out", () => {
    const offered = offerExamples(fields, [
      declared(0, { text: "a" }, { n: 1 }),
      declared(1, { text: "b", more: 1 }, { n: 2 }),
    ]);
    expect(offered).toMatchObject([
      { position: 0, title: null, fits: true, output: { n: 1 } },
      { position: 1, title: "Number 1", fits: false, output: { n: 2 } },
    ]);
  });

  test("are only those whose input is an object", () => {
    expect(offerExamples(fields, [declared(0, "text"), declared(1, { text: "b" })])).toHaveLength(1);
  });

  test("never make the page much longer: what is too long is left out, except the first input", () => {
    const long = "x".repeat(10_000);
    const offered = offerExamples(fields, [
      declared(0, { text: long }, { text: long }),
      declared(1, { text: long }),
      ...Array.from({ length: 20 }, (_, i) => declared(i + 2, { text: "b" })),
    ]);
    expect(offered[0]).not.toHaveProperty("output");
    expect(offered.map(({ position }) => position)).toEqual([0, 2, 3, 4, 5, 6, 7, 8]);
  });
});
