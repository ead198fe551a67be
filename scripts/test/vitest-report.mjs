// Says how far a run of Vitest is, and writes what `npm test` wants to know of it: how many passed, what failed, and how long each file took.
import fs from 'node:fs';
import { nameOf } from './failures.mjs';

/** @typedef {import('vitest/node').SerializedError} Thrown */

export default class VitestReport {
  all = 0;
  done = 0;

  /** @param {readonly unknown[]} files */
  onTestRunStart(files) {
    this.all = files.length;
  }

  onTestModuleEnd() {
    const tenth = () => Math.floor((this.done * 10) / this.all);
    const before = tenth();
    this.done++;
    if (tenth() > before) console.log(`\n${this.done} of ${this.all} files`);
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly Thrown[]} unhandled thrown where no test waited for it: Vitest ends with 1 though every test passed
   */
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [...module.children.allSuites()]);
    const failures = [
      ...tests
        .filter((test) => test.result().state === 'failed')
        .map((test) => failure(nameOf(test.module.moduleId, test.fullName.split(' > ')), test.result().errors)),
      ...modules.map((module) => failure(nameOf(module.moduleId, []), module.errors())),
      ...suites.map((suite) => failure(nameOf(suite.module.moduleId, [suite.fullName]), suite.errors())),
      ...unhandled.map((error) => failure(`an error that no test waited for${latest(error)}`, [error])),
    ];
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const seconds = modules.map((module) => [module.moduleId, module.diagnostic().duration / 1000]);
    fs.writeFileSync(process.env.VITEST_REPORT ?? '', JSON.stringify({ passed, failures: failures.flat(), seconds }));
  }
}

/** None where nothing went wrong. @param {string} name @param {readonly Thrown[] | undefined} errors @returns {import('./failures.mjs').Failure[]} */
function failure(name, errors = []) {
  const [first] = errors;
  if (!first) return [];
  // Not the words in the stack: those of a test that took too long say nothing.
  const { name: kind = 'Error', message = '', stack = '', diff = '' } = first;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return [{ name, error: [`${kind}: ${message}`, diff, ...frames].join('\n') }];
}

/** @param {Thrown} error */
function latest({ VITEST_TEST_PATH: file, VITEST_TEST_NAME: title }) {
  return file ? `, last of all ${nameOf(String(file), title ? [String(title)] : [])}` : '';
}
