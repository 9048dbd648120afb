"use client";

import { useEffect } from "react";
import { startBehaviour } from "./behaviour/start";

/** Runs the behaviour of all pages on one that React brings to life. */
export function PageBehaviour() {
  useEffect(() => startBehaviour(() => void import("./han-and-hangul-faces")), []);
  return null;
}
