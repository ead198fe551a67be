// Before every file of the server's tests: what the server starts as processes of their own are the built programs.
import { startBuiltPrograms } from '#server/media/workers/start-program.ts';
import { programFolder } from './built-programs.ts';

startBuiltPrograms(programFolder(process.ppid));
