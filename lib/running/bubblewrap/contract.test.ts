import { TEST_IMAGES } from "../testing/attacks";
import { describeRunner } from "../testing/runner-contract";
import { BubblewrapRunner } from "./runner";

describeRunner(() => new BubblewrapRunner({ warm: 1, imageDirectory: TEST_IMAGES }), { isolation: "userns" });
