import { expect, objectionsInEveryView, person, test } from "./fixtures";
