import type { Locator, Page } from "@playwright/test";

/** What a way through the market costs its person. */
export interface JourneyCosts {
  /** Pages that were gone to, mails not counted. */
  pages: number;
  /** Fields that were written into or chosen in. */
  fields: number;
  presses: number;
}

/** Counts what a person does on one page of the browser, from now on. */
export class Journey {
  readonly costs: JourneyCosts = { pages: 0, fields: 0, presses: 0 };

  constructor(
    private readonly page: Page,
    private readonly name: string,
  ) {
    let shown = "";
    page.on("framenavigated", (frame) => {
      const { pathname, search } = new URL(frame.url(), "http://none");
      // The outbox stands for a mailbox, which is no page of the journey.
      if (frame !== page.mainFrame() || pathname.endsWith("/outbox") || pathname === "blank") return;
      if (shown !== pathname + search) this.costs.pages++;
      shown = pathname + search;
    });
  }

  async write(field: Locator, text: string): Promise<void> {
    this.costs.fields++;
    await field.fill(text);
  }

  async choose(field: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.costs.fields++;
    await field.setInputFiles(file);
  }

  async press(target: Locator): Promise<void> {
    this.costs.presses++;
    await target.click();
  }

  /** Prints what it has cost. */
  tell(): JourneyCosts {
    const { pages, fields, presses } = this.costs;
    process.stdout.write(`${this.name}: ${pages} pages, ${fields} fields, ${presses} presses\n`);
    return this.costs;
  }

  /** Opens a page by its address, as a bookmark or a mail does. */
  async open(address: string): Promise<void> {
    await this.page.goto(address);
  }
}
