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
  knowledge: '/o/default/knowledge',
  'knowledge-folder': '/o/default/knowledge/shop/docs',
  'knowledge-document': '/o/default/knowledge/shop/docs/payments.md',
  'knowledge-revisions': '/o/default/knowledge/shop/docs/payments.md?view=revisions',
  'knowledge-failures': '/o/default/knowledge/shop/docs/payments.md?view=failures',
  'knowledge-edit': '/o/default/knowledge/shop/docs/payments.md?view=edit',
  'knowledge-new': '/o/default/knowledge/shop/docs?view=new',
  'knowledge-search': '/o/default/knowledge/shop?q=retry+payments',
  'knowledge-none': '/o/default/knowledge/shop?q=zebra',
  'knowledge-hostile': '/o/default/knowledge/shop/hostile.md',
  'knowledge-gone': '/o/default/knowledge/shop/gone.md',
  proposals: '/o/default/proposals',
  'proposals-none': '/o/default/proposals?state=rejected',
  templates: '/o/default/templates?project=shop',
  agents: '/o/default/agents',
  'agents-messages': '/o/default/agents?view=messages',
  'agents-failed': '/o/default/agents?view=failed',
  'agents-leases': '/o/default/agents?view=leases',
  agent: '/o/default/agents/fixer',
  tasks: '/o/default/tasks',
  home: '/',
})

/** Pages for people who are not signed in. */
export const DOOR_VIEWS: Record<string, string> = {
  'sign-in': '/sign-in',
  welcome: '/welcome#a-token',
  'welcome-broken': '/welcome',
}
