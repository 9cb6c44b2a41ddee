import type { World } from './world.ts'

/** Every page in every state that has an address, for the checks that hold on all of them. */
export const viewsOf = ({ seeded }: World): Record<string, string> => ({
  'execution-broken': `/executions/${seeded.broken}`,
  'execution-open': `/executions/${seeded.broken}?pane=steps`,
  'execution-output': `/executions/${seeded.broken}?pane=output`,
  'execution-passed': `/executions/${seeded.broken}?status=passed`,
  'execution-none': `/executions/${seeded.broken}?q=nothing-has-this-name`,
  'execution-green': `/executions/${seeded.green}`,
  'execution-alone': `/executions/${seeded.alone}`,
  'execution-running': `/executions/${seeded.running}`,
  'execution-hostile': `/executions/${seeded.hostile}?pane=output`,
  gone: '/executions/01a1fd75-58b0-716d-8ffb-1e05aeaafcd6',
  executions: '/o/default/shop/executions',
  home: '/',
  flaky: '/o/default/insights/flaky',
  'flaky-open': `/o/default/insights/flaky?test=${seeded.insights.flaky}`,
  'flaky-broken': '/o/default/insights/flaky?state=broken&days=7',
  'flaky-none': '/o/default/first-steps/flaky',
  tests: '/o/default/insights/tests',
  'tests-none': '/o/default/insights/tests?q=nothing-has-this-name',
  test: `/o/default/insights/tests/${seeded.insights.flaky}`,
  'test-broken': `/o/default/insights/tests/${seeded.insights.broken}?branch=main`,
  'test-rename': `/o/default/insights/tests/${seeded.insights.broken}?pane=rename`,
  failures: '/o/default/insights/failures',
  'failures-hostile': '/o/default/hostile/failures',
  'failures-none': '/o/default/insights/failures?q=nothing-says-this',
  failure: `/o/default/insights/failures/${seeded.insights.fingerprint}`,
  trends: '/o/default/insights/trends',
  'trends-table': '/o/default/insights/trends?granularity=weekly&days=90&view=table',
  'trends-none': '/o/default/insights/trends?branch=no-such-branch',
})

/** Pages for people who are not signed in. */
export const DOOR_VIEWS: Record<string, string> = {
  'sign-in': '/sign-in',
  welcome: '/welcome#a-token',
  'welcome-broken': '/welcome',
}
