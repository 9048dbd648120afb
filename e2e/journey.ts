import { expect, type Locator, type Page } from "@playwright/test";
import { mailedLink } from "./mailed-link";

/** What a way through the market costs its person. */
export interface JourneyCosts {
  /** Pages that were gone to, mails not counted. */
  pages: number;
  /** Fields that were written into or chosen in. */
  fields: number;
  presses: number;
  /** Mails that were opened. */
  mails: number;
}

/** What each way costs exactly: whatever makes one longer or shorter says so here. */
export const JOURNEYS = {
  joining: { pages: 4, fields: 2, presses: 3, mails: 1 },
  publishing: { pages: 9, fields: 4, presses: 11, mails: 1 },
  buying: { pages: 1, fields: 0, presses: 4, mails: 0 },
  applying: { pages: 1, fields: 2, presses: 3, mails: 0 },
  /** From the queue to the next version. Ticks are not counted; a file that is marked as seen opens the next one. */
  reviewing: { pages: 5, fields: 0, presses: 4, mails: 0 },
} as const satisfies Record<string, JourneyCosts>;

/** Counts what a person does on one page of the browser, from now on. */
export class Journey {
  readonly costs: JourneyCosts = { pages: 0, fields: 0, presses: 0, mails: 0 };
  /** The page that is there already is not gone to, though its scripts write its address anew when they come. */
  private shown: string;

  constructor(
    private readonly page: Page,
    private readonly name: keyof typeof JOURNEYS,
  ) {
    this.shown = addressOf(page.url());
    page.on("framenavigated", (frame) => {
      const address = addressOf(frame.url());
      // The outbox stands for a mailbox, which is no page of the journey.
      if (frame !== page.mainFrame() || /\/outbox(?:\?|$)/.test(address) || address === "blank") return;
      if (this.shown !== address) this.costs.pages++;
      this.shown = address;
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

  /** Opens the link that was mailed last to an address. */
  async openMail(email: string): Promise<string> {
    const link = await mailedLink(this.page, email);
    this.costs.mails++;
    this.costs.presses++;
    await this.open(link);
    return link;
  }

  /** It has cost what it may, and no less: what became shorter must stay so. */
  assertCosts(): void {
    expect(this.costs, this.name).toEqual(JOURNEYS[this.name]);
  }

  /** Opens a page by its address, as a bookmark or a mail does. */
  async open(address: string): Promise<void> {
    if (addressOf(address) === this.shown) this.shown = ""; // gone to once more
    await this.page.goto(address);
  }
}

function addressOf(url: string): string {
  const { pathname, search } = new URL(url, "http://none");
  return pathname + search;
}
