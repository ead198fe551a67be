// The claims about what people see when the database refuses or is overloaded.
import { expect, test } from 'vitest';
import { toProblem } from './error-handler.ts';

const failure = (code: string, more: object = {}) =>
  Object.assign(new Error(`secret inside ${code}`), { code, ...more });

test('a statement that takes too long asks to retry, as does a database that is away', () => {
  for (const code of ['57014', '57P01', '53300']) {
    expect(toProblem(failure(code))).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  }
});

test('two who change the same row at once get a clear refusal', () => {
  for (const code of ['40001', '40P01', '23503']) expect(toProblem(failure(code)).status).toBe(409);
  const taken = failure('23505', { constraint: 'users_email_key' });
  expect(toProblem(taken)).toMatchObject({ status: 409, code: 'email_taken' });
});

test('nothing of the inside leaves the server', () => {
  for (const code of ['57014', '40001', '23505', '23503', '53100', '22P02', 'XX000']) {
    expect(JSON.stringify(toProblem(failure(code)).body())).not.toContain('secret');
  }
  expect(toProblem(failure('XX000')).status).toBe(500);
});
