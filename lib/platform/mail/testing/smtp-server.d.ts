/** The part of smtp-server that the tests use; the package has no types of its own. */
declare module "smtp-server" {
  import type { Server } from "node:net";
  import type { Readable } from "node:stream";

  interface Session {
    envelope: { rcptTo: { address: string }[] };
  }

  interface Options {
    authOptional?: boolean;
    disabledCommands?: string[];
    onRcptTo?: (address: { address: string }, session: Session, done: (error?: Error) => void) => void;
    onData?: (stream: Readable, session: Session, done: (error?: Error) => void) => void;
  }

  export class SMTPServer {
    constructor(options: Options);
    listen(port: number, host: string, listening: () => void): Server;
    close(closed: () => void): void;
  }
}
