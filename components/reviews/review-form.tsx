import { useTranslations } from "next-intl";
import { SelectField } from "@/components/forms/select-field";
import { TextField } from "@/components/forms/text-field";
import { useFieldProblem } from "@/components/forms/use-field-problem";
import { writtenIn } from "@/components/forms/written-in";
import type { OwnReview } from "@/lib/registry/reviews/list-reviews";

const STARS = [5, 4, 3, 2, 1];

interface ReviewFormProps {
  slug: string;
  mine: OwnReview | null;
  maxCharacters: number;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  action: (form: FormData) => Promise<void>;
}

/** Writes a review, or changes the one the account has written. */
export function ReviewForm({ slug, mine, maxCharacters, wrong, action }: ReviewFormProps) {
  const t = useTranslations("reviews");
  const problem = useFieldProblem(wrong);
  const written = writtenIn("review");
  return (
    <form action={action} className="grid max-w-[560px] gap-4 pt-4">
      <input type="hidden" name="skill" value={slug} />
      <SelectField
        id="rating"
        name="rating"
        label={t("rating")}
        options={[
          { value: "", text: t("choose") },
          ...STARS.map((stars) => ({ value: String(stars), text: t("stars", { count: stars }) })),
        ]}
        defaultValue={written ? (written["rating"] ?? "") : String(mine?.rating ?? "")}
        problem={problem("rating", t("rating"))}
      />
      <TextField
        id="text"
        name="text"
        label={t("text")}
        note={t("optional")}
        maxLength={maxCharacters}
        defaultValue={written ? (written["text"] ?? "") : (mine?.text ?? undefined)}
        problem={problem("text", t("text"))}
      />
      <div>
        <button type="submit" className="btn btn-primary">
          {mine === null ? t("send") : t("change")}
        </button>
      </div>
    </form>
  );
}
