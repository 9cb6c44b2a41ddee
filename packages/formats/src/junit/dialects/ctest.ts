import { type Dialect, fileOf } from '../dialect.ts'

/** True for the reasons of a skip. Others say why a test did not run although it should have: no executable, a failed fixture. */
const isSkip = (reason: string) => /^(?:SKIP_|Disabled$)/.test(reason)

/** CTest (`--output-junit`). Name and class are equal. A test that it could not start has `notrun` and failed. */
export const ctest: Dialect = {
  name: 'ctest',
  tool: 'ctest',
  detect: ({ text }) =>
    /<testsuite\s+name="[^"]{0,1000}"\s+tests="\d+"\s+failures="\d+"\s+disabled="\d+"\s+skipped="\d+"\s+hostname="/.test(
      text,
    ) &&
    /<testcase name="([^"]{0,1000})" classname="\1" time="[^"]{0,40}" status="(?:run|fail|notrun|disabled)"/.test(
      text,
    ),
  nameOf: (test, suites) => ({ file: fileOf(test, suites), titles: [test.name] }),
  adjust: (attempts, { attributes, outcomes }) => {
    const reason = outcomes.find(({ kind }) => kind === 'skipped')?.message ?? ''
    if (attributes.get('status') !== 'notrun' || isSkip(reason)) return attempts
    return attempts.map(({ skip, ...attempt }) => ({
      ...attempt,
      status: 'failed',
      errors: [{ message: `Not run: ${reason || 'CTest gives no reason'}` }],
    }))
  },
}
