import { controlName, INPUT, isInput } from "@/components/run/form/form-controls";
import { formFields, type FormField } from "@/components/run/form/form-fields";
import type { SkillDetail } from "@/lib/registry/views";
import { toolFormSchema, type SkillTool } from "@/lib/skill-format";

type Called = Pick<SkillDetail, "inputSchema" | "tools" | "entryPoint">;

/** Of a skill that has no other way in than its tools. */
const HANDLERS_FILE = "tools/handlers.py";
const TOOL = `${INPUT}${controlName("tool_call", "tool")}`;

/** What a form can call of a skill: its tools with a handler, and `null` for the skill itself where it can be called. */
export function callChoices({ tools, entryPoint }: Omit<Called, "inputSchema">): (SkillTool | null)[] {
  const handled = tools.filter((tool) => tool.handled);
  return entryPoint === HANDLERS_FILE && handled.length > 0 ? handled : [null, ...handled];
}

/** The choice with this name; the first one for any other. */
export function chooseCall(skill: Omit<Called, "inputSchema">, name: string | undefined): SkillTool | null {
  const choices = callChoices(skill);
  return choices.find((tool) => tool !== null && tool.name === name) ?? choices[0] ?? null;
}

/** The form for a call of the skill, or of the tool that was chosen. */
export function callFields(skill: Called, chosen: string | undefined): FormField[] {
  const tool = chooseCall(skill, chosen);
  return formFields(tool === null ? skill.inputSchema : toolFormSchema(tool));
}

/** The tool that a sent form is for, in either view of it; undefined where it names none. */
export function toolOfForm(form: FormData): string | undefined {
  const [control, json] = [form.get(TOOL), form.get("json")];
  if (typeof control === "string") return control;
  const call = typeof json === "string" ? memberOf(parse(json), "tool_call") : null;
  const tool = memberOf(call, "tool");
  return typeof tool === "string" ? tool : undefined;
}

const memberOf = (value: unknown, name: string): unknown =>
  isInput(value) && Object.hasOwn(value, name) ? value[name] : null;

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
