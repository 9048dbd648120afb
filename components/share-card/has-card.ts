import type { SkillDetail } from "@/lib/registry/views";

/** Whether a skill has a picture to be shown elsewhere: none that is withdrawn, was rejected or never claimed in time. */
export const hasCard = ({
  withdrawn,
  claimStatus,
  vettingStatus,
}: Pick<SkillDetail, "withdrawn" | "claimStatus" | "vettingStatus">): boolean =>
  !withdrawn && claimStatus !== "expired" && vettingStatus !== "rejected";
