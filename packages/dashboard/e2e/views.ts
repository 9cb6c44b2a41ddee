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
  'settings-keys': '/o/default/settings/keys',
  'settings-members': '/o/default/settings/members',
  'settings-projects': '/o/default/settings/projects',
  'settings-workflows': '/o/default/settings/workflows',
  'settings-webhooks': '/o/default/settings/webhooks',
  'settings-retention': '/o/default/settings/retention',
  'settings-limits': '/o/default/settings/limits',
  'settings-uploads': '/o/default/settings/uploads',
  'settings-audit': '/o/default/settings/audit',
  me: '/me',
})

/** Pages for people who are not signed in. */
export const DOOR_VIEWS: Record<string, string> = {
  'sign-in': '/sign-in',
  welcome: '/welcome#a-token',
  'welcome-broken': '/welcome',
  'sign-in-ended': '/sign-in?ended=yes',
  'join-broken': '/join#unknown',
}
