import { imagesForAnybody } from "../testing/as-ordinary-user";
import { TEST_IMAGES } from "../testing/attacks";
import { describeContainment } from "../testing/containment-suite";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";

describeContainment("bubblewrap", {
  runner: () => new BubblewrapRunner({ warm: 1, imageDirectory: TEST_IMAGES }),
  recipe: {
    file: "bubblewrap/runner.ts",
    className: "BubblewrapRunner",
    options: { warm: 1, imageDirectory: await imagesForAnybody() },
  },
  ownKernel: false,
});
