import { notFound } from "next/navigation";

/** Any address no page answers: the 404 page in the reader's language. */
export default function UnknownAddress() {
  notFound();
}
