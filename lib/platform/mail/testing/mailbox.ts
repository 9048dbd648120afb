import { SMTPServer } from "smtp-server";

/** Takes mail as a mail server does, and keeps the raw text. */
export class Mailbox {
  readonly received: { to: string[]; raw: string }[] = [];
  /** How many mails are still refused for now. */
  refusals = 0;
  /** With what the server refuses an address for good, beside the number 550. */
  readonly refused: Record<string, string> = {};
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo: ({ address }, _session, done) => {
      const answer = this.refused[address];
      if (answer === undefined) return done();
      done(Object.assign(new Error(answer), { responseCode: 550 }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        if (this.refusals > 0) {
          this.refusals -= 1;
          done(new Error(`4.2.1 <${to.join()}> try again later`)); // they name whom they refuse
          return;
        }
        this.received.push({ to, raw: Buffer.concat(chunks).toString("utf8") });
        done();
      });
    },
  });

  /** Its port on this machine. */
  open(): Promise<number> {
    return new Promise((resolve) => {
      const listener = this.server.listen(0, "127.0.0.1", () => {
        const address = listener.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
