import { describe, expect, test } from "vitest";
import { clientAddress, stampClientAddress, subscriberOf } from "@/lib/web/http/client-address";

describe("whose address counts", () => {
  test.each([
    ["without proxies the header is ignored", "203.0.113.9", "1.2.3.4", 0, "203.0.113.9"],
    ["behind one proxy the last entry counts", "10.0.0.1", "6.6.6.6, 198.51.100.7", 1, "198.51.100.7"],
    [
      "behind two the second from the right",
      "10.0.0.1",
      "6.6.6.6, 198.51.100.7, 10.0.0.2",
      2,
      "198.51.100.7",
    ],
    ["fewer entries than proxies: the socket", "10.0.0.1", "198.51.100.7", 2, "10.0.0.1"],
    ["an entry that is no address: the socket", "10.0.0.1", "evil' OR 1", 1, "10.0.0.1"],
    ["ports and brackets are removed", "10.0.0.1", "[2001:db8::1]:443", 1, "2001:db8::1"],
    ["an IPv4 address written as IPv6 is IPv4", "::ffff:203.0.113.9", null, 0, "203.0.113.9"],
    ["no socket", undefined, "1.2.3.4", 0, "unknown"],
  ] as const)("%s", (_name, remoteAddress, forwardedFor, trustedHops, expected) => {
    expect(clientAddress({ remoteAddress, forwardedFor, trustedHops })).toBe(expected);
  });
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["unknown", "unknown"],
])("the subscriber of %s is %s", (address, subscriber) => {
  expect(subscriberOf(address)).toBe(subscriber);
});

test("after stamping, the header holds the socket's address and nothing the caller wrote", () => {
  const request = { headers: { "x-forwarded-for": "6.6.6.6" }, socket: { remoteAddress: "203.0.113.9" } };
  stampClientAddress(request as unknown as Parameters<typeof stampClientAddress>[0], 0);
  expect(request.headers["x-forwarded-for"]).toBe("203.0.113.9");
});
