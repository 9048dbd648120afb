interface EndKeysChoiceProps {
  label: string;
  hint: string;
  isChosen: boolean;
}

/** Beside a new password: whether API keys end with the sessions. */
export function EndKeysChoice({ label, hint, isChosen }: EndKeysChoiceProps) {
  return (
    <div>
      <label className="check">
        <input type="checkbox" name="keys" defaultChecked={isChosen} aria-describedby="keys-hint" />
        <span>{label}</span>
      </label>
      <p className="hint" id="keys-hint">
        {hint}
      </p>
    </div>
  );
}
