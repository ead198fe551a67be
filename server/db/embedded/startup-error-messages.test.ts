// The claims about sentences for a database that does not start; the outputs are PostgreSQL's own.
import { expect, test } from 'vitest';
import { startupErrorMessage } from '#server/db/startup-error.ts';

test.each([
  [
    'initdb: error: could not write to file "base/1/1255": No space left on device',
    'The disk that holds /data is full',
  ],
  ['ENOSPC: no space left on device, copyfile', 'The disk that holds /data is full'],
  [
    'postgres: error while loading shared libraries: libfoo.so.1: cannot open shared object file: No such file or directory',
    'needs the system library libfoo.so.1',
  ],
  ['spawn /data/bin/18.4.0/bin/initdb ENOENT', 'set DATABASE_URL'],
  [
    '2026-11-20 FATAL:  data directory "/data/pg" has wrong ownership',
    'may not use its folder /data: data directory "/data/pg" has wrong ownership',
  ],
  [
    'LOG:  starting\n2026-11-20 FATAL:  could not create any Unix-domain sockets\nLOG:  shut down',
    'did not start: could not create any Unix-domain sockets',
  ],
])('"%s" becomes "%s"', (output, sentence) => {
  expect(startupErrorMessage(output, '/data').message.toLowerCase()).toContain(sentence.toLowerCase());
});
