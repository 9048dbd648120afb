import { beforeAll } from "vitest";
import { testPublisher } from "@/lib/registry/testing/publisher";

const NO_MEMBER_OF_USK = {
  spec: undefined,
  interface: undefined,
  input_schema: undefined,
  output_schema: undefined,
  examples: undefined,
};

/** Two versions of `echo-text`, which runs, and `plain`, which is text alone; gives their publisher. */
export function echoSkills() {
  const { publisher, publish } = testPublisher();
  beforeAll(async () => {
    await publish({ name: "echo-text" });
    await publish({ name: "echo-text", version: "1.1.0" });
    await publish({ name: "plain", frontMatter: NO_MEMBER_OF_USK });
  });
  return { publisher, publish };
}
