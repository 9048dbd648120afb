import { useTranslations } from "next-intl";
import {
  refusedField,
  type RefusablePart,
  type SettingsOutcome,
} from "@/components/account/settings-outcome";

/** Says, for the id of a field of a part of the settings, why it was refused; undefined for every other one. */
export function useRefused(
  part: RefusablePart,
  outcome: SettingsOutcome,
): (id: string) => string | undefined {
  const t = useTranslations("settings.outcome.fields");
  const refused = refusedField(part, outcome);
  return (id) => (refused?.id === id ? t(refused.message) : undefined);
}
