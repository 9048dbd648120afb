import { expect, it } from "vitest";
import { isPublicAddress } from "./request";

it.each(
  "8.8.8.8 140.82.121.3 1.1.1.1 223.255.255.254 2606:4700::1111 2a00:1450:4001::1 2001:4860:4860::8888".split(
    " ",
  ),
)("%s is on the public internet", (address) => expect(isPublicAddress(address)).toBe(true));

const NOT_PUBLIC = `
  0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1
  192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 255.255.255.255
  :: ::1 ::ffff:8.8.8.8 ::ffff:127.0.0.1 64:ff9b::7f00:1 fc00::1 fd12::1 fe80::1 fe80::1%eth0 ff02::1
  2001::1 2001:db8::1 2002:7f00:1:: 3fff::1
  localhost 127.1 8.8.8.8/32`;

it.each(["", ...NOT_PUBLIC.trim().split(/\s+/)])("%s is not", (address) =>
  expect(isPublicAddress(address)).toBe(false),
);
