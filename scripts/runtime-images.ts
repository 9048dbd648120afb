// `npm run images`: builds the root file systems skills run in from the system's packages, and says where they are.
import { env } from "@/lib/env";
import { prepareImages } from "@/lib/running/images/runtime-images";

const images = await prepareImages(env().RUNTIME_IMAGES, process.execPath);
if (!images) {
  console.error(
    "Runtime images are built from Debian packages: use Debian or Ubuntu with python3 installed.",
  );
  process.exit(1);
}
for (const [language, { digest, root }] of Object.entries(images)) {
  console.log(`${language.padEnd(8)} ${digest}  ${root}`);
}
