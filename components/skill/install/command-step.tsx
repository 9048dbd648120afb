import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code/code-block";
import { ShellText } from "@/components/ui/code/shell-text";

interface CommandStepProps {
  text: ReactNode;
  command: string;
  /** What the command is written for; a shell unless it says otherwise. */
  title?: string;
}

/** One step of a list `do-steps`: what is done, and the command that does it. */
export function CommandStep({ text, command, title }: CommandStepProps) {
  const shell = useTranslations("common")("shell");
  return (
    <li>
      <div>
        <p>{text}</p>
        <CodeBlock code={command} title={title ?? shell} wrap>
          <ShellText code={command} />
        </CodeBlock>
      </div>
    </li>
  );
}
