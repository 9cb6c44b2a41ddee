import { z } from 'zod'
import { slug } from '../render.ts'
import { tool } from '../tool.ts'

export const switchAccount = tool({
  name: 'svc_switch_account',
  title: 'Switch the active project',
  description: 'Makes a project the active one for all later calls. svc_list_accounts shows the project ids.',
  input: z.strictObject({ project_id: z.string().min(1).max(100).describe('Id or slug.') }),
  role: 'viewer',
  scope: 'any',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  onError: { NOT_FOUND: 'Call svc_list_accounts to see your projects.' },
  async call({ project_id }, { run, isPinned }) {
    return { account: await run('switchAccount', { project: project_id }), isPinned }
  },
  render({ account, isPinned }) {
    const { name, role, id } = account
    const pin = isPinned
      ? ' Calls with the header Svc-Project still use the project that the header names.'
      : ''
    return {
      text: `Active project: ${slug(name)} (${slug(account.slug)}), role: ${role}\n  Project ID: ${id}\nAll later calls use this project.${pin}`,
      structured: { account },
    }
  },
})
