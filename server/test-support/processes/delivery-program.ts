// Sends what waits as mail, in a process that a test kills: `connection as JSON, address of the mail server, seconds of a lease`.
import { runMailLane } from '#server/test-support/mail-lane.ts';

const [connection = '', smtpUrl = '', lease = ''] = process.argv.slice(2);
runMailLane(JSON.parse(connection), smtpUrl, Number(lease));
process.stdout.write('ready\n');
// The lane's timers are unref'd: this one keeps the process until it is killed.
setInterval(() => undefined, 60_000);
