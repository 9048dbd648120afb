import { expect, test } from "vitest";
import { newSecret, webhookHeaders } from "@/lib/catalogue/webhooks/sign-message";

// The example of the specification's own libraries (standardwebhooks, tests of each language).
test("a message is signed as the libraries of Standard Webhooks check it", () => {
  const message = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    sentAt: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  };
  expect(webhookHeaders(message, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")).toMatchObject({
    "webhook-id": message.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("a new secret holds 32 bytes that nobody had", () => {
  const [one, other] = [newSecret(), newSecret()];
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(one).not.toBe(other);
});
