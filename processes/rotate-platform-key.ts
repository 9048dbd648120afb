import { systemClock } from "@/lib/kernel/clock";
import { closeDatabase } from "@/lib/db/client";
import { platformKeyFile } from "@/lib/attestation/current-platform-key";
import { rotateKey } from "@/lib/attestation/keys/rotate-key";

// `npm run rotate-platform-key`: a new key for receipts and the log. The former one stays published, with an end.
if (process.env["PLATFORM_KEY"]) {
  console.error(
    "This market is given its key as PLATFORM_KEY. Give it another one (openssl genpkey -algorithm ed25519) and restart it; " +
      "the former key stays published.",
  );
  process.exitCode = 2;
} else {
  const { from, to } = await rotateKey(platformKeyFile(), systemClock);
  console.log(`Receipts and checkpoints are signed with ${to} from now on; ${from} stays published.`);
  await closeDatabase();
}
