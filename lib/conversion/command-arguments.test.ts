import { describe, expect, test } from "vitest";
import { isDomainError } from "@/lib/kernel/errors";
import { toArguments } from "@/lib/conversion/command-arguments";

describe("an input as arguments", () => {
  test.each([
    [{}, []],
    [{ query: "two words" }, ["--query=two words"]],
    [{ query: "" }, ["--query="]],
    [{ query: "--max=9 -x" }, ["--query=--max=9 -x"]],
    [{ query: "true" }, ["--query=true"]],
    [{ n: 5, f: -0.5, z: 0 }, ["--n=5", "--f=-0.5", "--z=0"]],
    [{ yes: true, no: false, none: null }, ["--yes"]],
    [{ list: ["a", 1], map: { a: [true] } }, ['--list=["a",1]', '--map={"a":[true]}']],
    [{ list: [], map: {} }, ["--list=[]", "--map={}"]],
    [{ b: "1", a: "2" }, ["--b=1", "--a=2"]],
    [
      { max_results: 1, maxResults: 2, "max-results": 3, "max.results": 4 },
      ["--max_results=1", "--maxResults=2", "--max-results=3", "--max.results=4"],
    ],
    [{ 안녕: "🦜\n$(id)" }, ["--안녕=🦜\n$(id)"]],
  ])("%j is %j", (input, args) => {
    expect(toArguments(input)).toEqual(args);
  });

  test.each(["", "-x", "--x", "a=b", "a b", "a\nb", ".a", "a/b~c", "$x", "a;b", "a\u200b"])(
    "a member named %j is no option",
    (name) => {
      try {
        toArguments({ fine: 1, [name]: 1 });
      } catch (error) {
        if (!isDomainError(error, "INPUT_INVALID")) throw error;
        const pointer = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
        expect(error.details["errors"]).toMatchObject([{ pointer }]);
        return;
      }
      throw new Error("not refused");
    },
  );
});
