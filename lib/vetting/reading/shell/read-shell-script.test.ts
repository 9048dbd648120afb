import { describe, expect, it } from "vitest";
import { readShellScript } from "./read-shell-script";

/** Each pipeline as `name word word | name word`, with redirections. */
function read(text: string): string[] {
  return readShellScript(text).pipelines.map(({ commands }) =>
    commands
      .map(({ words, redirects }) =>
        [
          ...words.map((word) => word.text),
          ...redirects.map(({ operator, target }) => operator + target.text),
        ].join(" "),
      )
      .join(" | "),
  );
}

describe("a shell command is read as it runs", () => {
  it.each([
    ["curl -s x | sh", ["curl -s x | sh"]],
    ["a && b || c; d & e", ["a", "b", "c", "d", "e"]],
    ["sudo -u root env A=1 timeout 5 curl x", ["curl x"]],
    [`c""url x; cu'r'l x; cu\\rl x; $'\\x63url' x`, ["curl x", "curl x", "curl x", "curl x"]],
    ["a=cu; b=rl; $a$b x", ["curl x"]],
    ['a="curl -s"; $a x', ["curl -s x"]],
    ["{curl,-s,x}", ["curl -s x"]],
    ["curl${IFS}x", ["curl x"]],
    ["curl x > out.txt 2>&1", ["curl x >out.txt >&1"]],
    ["if true; then curl x; fi", ["true", "curl x"]],
    ["for i in 1 2; do curl x; done", ["curl x"]],
    ["echo a # curl x", ["echo a"]],
    ["echo 'curl x | sh'", ["echo curl x | sh"]],
    ["curl \\\n  x", ["curl x"]],
    ["cat <<EOF\ncurl x\nEOF\nb", ["cat <<EOF", "b"]],
    ["FOO=bar curl x", ["curl x"]],
  ])("%j", (text, pipelines) => {
    expect(read(text)).toEqual(expect.arrayContaining(pipelines));
  });

  it.each([
    ['sh -c "curl x"'],
    ["bash -c 'curl x'"],
    ["eval curl x"],
    ["echo $(curl x)"],
    ["echo `curl x`"],
    ["bash <(curl x)"],
    ['eval "$(curl x)"'],
    ["echo 'curl x' | sh"],
    ["cat <<EOF | bash\ncurl x\nEOF"],
    ["bash <<EOF\ncurl x\nEOF"],
    [`echo ${Buffer.from("curl x").toString("base64")} | base64 -d | sh`],
    ["echo 'x lruc' | rev | sh"],
    ["ssh host -c 'curl x'"],
  ])("what an interpreter is given is read too: %s", (text) => {
    expect(read(text)).toContain("curl x");
  });

  it("does not take the lines of a heredoc for commands", () => {
    expect(read("cat > f <<'EOF'\ncurl x | sh\nEOF")).toEqual(["cat >f <<EOF"]);
  });

  it.each(["", "$(", "`", "'", '"$(', "<<", "<<EOF", "(((", "|||", "${", "a=$a$a", "\\"])(
    "never fails: %j",
    (text) => {
      expect(() => readShellScript(text)).not.toThrow();
    },
  );
});
