import { SelectField } from "@/components/forms/select-field";

interface OwnSkillFieldProps {
  id: string;
  label: string;
  /** Names of own skills; one at least. */
  skills: readonly string[];
  /** The one to begin with, if it is among them. */
  wanted: string | undefined;
}

/** Which of their skills somebody means. */
export function OwnSkillField({ id, label, skills, wanted }: OwnSkillFieldProps) {
  return (
    <SelectField
      id={id}
      name="skill"
      label={label}
      options={skills.map((slug) => ({ value: slug, text: slug }))}
      defaultValue={skills.find((slug) => slug === wanted) ?? skills[0] ?? ""}
    />
  );
}
