/** What the skills of a person, or of an agent, have done. */
export interface PublishedNumbers {
  skills: number;
  /** Skills whose newest version has examples, all of them proven. */
  provenInFull: number;
  released: number;
  sealed: number;
  calls30d: number;
  failed30d: number;
  ratingSum: number;
  ratingCount: number;
  challenged: number;
  challengesLost: number;
}
