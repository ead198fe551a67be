// The signature against the published example of Standard Webhooks, and with two secrets.
import { describe, expect, test } from 'vitest';
import { makeWebhookSecret, signatureHeaders } from './webhook-signature.ts';

const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('a signature', () => {
  test('is the one that the specification gives for its example', () => {
    expect(signatureHeaders([secret], message)).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('is there once for each secret that is valid', () => {
    const other = makeWebhookSecret();
    const [first, second, ...none] = (signatureHeaders([other, secret], message)['webhook-signature'] ?? '').split(' ');
    expect(second).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    expect(first).toBe(signatureHeaders([other], message)['webhook-signature']);
    expect(none).toEqual([]);
  });

  test('is another one for another id, time or body', () => {
    const changes = [{ id: 'msg_other' }, { at: new Date(1_614_265_331_000) }, { body: '{}' }];
    const made = [{}, ...changes].map(
      (change) => signatureHeaders([secret], { ...message, ...change })['webhook-signature'],
    );
    expect(new Set(made).size).toBe(4);
  });
});

test('a secret is 32 random bytes', () => {
  const made = makeWebhookSecret();
  expect(Buffer.from(made.slice('whsec_'.length), 'base64')).toHaveLength(32);
  expect(makeWebhookSecret()).not.toBe(made);
});
