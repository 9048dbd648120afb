import { TEST_IMAGES } from "../testing/attacks";
import { describeRunner } from "../testing/runner-contract";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";

describeRunner(() => new BubblewrapRunner({ warm: 1, imageDirectory: TEST_IMAGES }), { isolation: "userns" });
