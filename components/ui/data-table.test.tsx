import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { atEnd, DataTable, whereRoomy } from "./data-table";

const row = (
  <tr>
    <th scope="row">a</th>
  </tr>
);
const drawn = (props: Omit<Parameters<typeof DataTable>[0], "children">) =>
  renderToStaticMarkup(<DataTable {...props}>{row}</DataTable>);
const ROW = '<tr><th scope="row">a</th></tr>';

test("each column that is there has a head, which says where its cells stand", () => {
  expect(drawn({ columns: ["One", null, false, "", atEnd("Sum"), whereRoomy("Digest")] })).toBe(
    '<table class="ledger"><thead><tr><th scope="col">One</th><th scope="col"></th>' +
      '<th scope="col" class="end">Sum</th><th scope="col" class="roomy-only">Digest</th></tr></thead>' +
      `<tbody>${ROW}</tbody></table>`,
  );
});

test("what it is called is read aloud; sums stand below", () => {
  expect(
    drawn({ stacked: true, className: "mt-3 w-full", caption: "Keys", columns: ["One"], foot: row }),
  ).toBe(
    '<table class="ledger ledger-rows mt-3 w-full"><caption class="vh">Keys</caption>' +
      `<thead><tr><th scope="col">One</th></tr></thead><tbody>${ROW}</tbody><tfoot>${ROW}</tfoot></table>`,
  );
});
