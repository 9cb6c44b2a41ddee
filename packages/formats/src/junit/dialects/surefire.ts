import { type Dialect, plainName } from '../dialect.ts'

/** Maven's Surefire and Failsafe. Retried tests are `flakyFailure` and `rerunFailure` within one element. */
export const surefire: Dialect = {
  name: 'surefire',
  marksRetries: 'Surefire',
  detect: ({ text, fileName }) =>
    /surefire-test-report[\w.-]{0,20}\.xsd/.test(text) ||
    (text.includes('<stackTrace>') && /<(?:flaky|rerun)(?:Failure|Error)[\s>]/.test(text)) ||
    (fileName.startsWith('TEST-') &&
      /<property name="(?:surefire\.|sun\.java\.command|java\.class\.path)/.test(text)),
  nameOf: plainName,
  // A report of Gradle with `mergeReruns` looks like this, too.
  mergesEqualNames: true,
}
