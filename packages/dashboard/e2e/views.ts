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
  overview: '/o/default/shop',
  'overview-other': '/o/default/shop?branch=pay-by-card&days=7',
  'overview-first': '/o/default/first-steps',
  'executions-filtered': '/o/default/shop/executions?branch=main&status=failed&from=2020-01-01',
  'executions-none': '/o/default/shop/executions?q=nothing-has-this-name',
  pulls: '/o/default/shop/pulls',
  'pulls-none': '/o/default/hostile/pulls',
  pull: '/o/default/pulls/482?repo=acme/shop',
  'pull-gone': '/o/default/pulls/9',
  compare: `/compare?head=${seeded.broken}`,
  'compare-slower': `/compare?head=${seeded.slower}`,
  'compare-none': `/compare?head=${seeded.alone}`,
  'compare-hostile': `/compare?head=${seeded.hostile}`,
  'compare-pick': `/compare?head=${seeded.broken}&pick=base&q=main`,
  'compare-start': '/compare',
  gone: '/executions/01a1fd75-58b0-716d-8ffb-1e05aeaafcd6',
  executions: '/o/default/shop/executions',
  home: '/',
})

/** Pages for people who are not signed in. */
export const DOOR_VIEWS: Record<string, string> = {
  'sign-in': '/sign-in',
  welcome: '/welcome#a-token',
  'welcome-broken': '/welcome',
}
