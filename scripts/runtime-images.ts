// `npm run images`: builds the root file systems skills run in from the system's packages, says where they are and how
// a container engine gets them.
import { env } from "@/lib/platform/config/env";
import { prepareImages } from "@/lib/running/images/runtime-images";

const images = await prepareImages(env({ of: "command" }).RUNTIME_IMAGES, process.execPath);
if (!images) {
  console.error(
    "Runtime images are built from Debian packages: use Debian or Ubuntu with python3 installed.",
  );
  process.exit(1);
}
for (const [language, { digest, root }] of Object.entries(images)) {
  console.log(`${language.padEnd(8)} ${digest}  ${root}`);
}
console.log("\nFor RUNNER=docker (the places that are left out are made by the engine, new for each run):");
for (const [language, { root }] of Object.entries(images)) {
  console.log(`tar -C ${root} --exclude=./tmp --exclude=./job -c . | docker import - emporion-${language}`);
}
