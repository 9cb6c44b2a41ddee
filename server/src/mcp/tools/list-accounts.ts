import { z } from 'zod'
import { fitItems, slug, truncatedLine } from '../render.ts'
import { maxTokens, READ_ONLY, tool } from '../tool.ts'

export const listAccounts = tool({
  name: 'svc_list_accounts',
  title: 'List project accounts',
  description: 'Lists your projects with your role, and marks the active one, which the other tools use.',
  input: z.strictObject(maxTokens),
  role: 'viewer',
  scope: 'any',
  annotations: READ_ONLY,
  async call(_input, { run, findProject, isPinned, caller }) {
    const [{ items, nextCursor }, active] = await Promise.all([
      run('listAccounts', { limit: 200 }),
      findProject(),
    ])
    const first = active ? [{ ...active, role: caller.role, active: true }] : []
    const others = items.filter(({ id }) => id !== active?.id).map((item) => ({ ...item, active: false }))
    return { accounts: [...first, ...others], hasMore: nextCursor !== null, isPinned }
  },
  render({ accounts, hasMore, isPinned }, budget) {
    if (accounts.length === 0)
      return {
        text: 'There is no project account yet. The first upload of test results or push of documents (svc docs push) creates a project.',
        structured: { accounts: [], truncated: false },
      }
    const { items, texts, left } = fitItems(
      accounts,
      budget - FRAME_TOKENS,
      ({ id, name, slug: account, role, active }) =>
        [
          `${active ? '* ' : '- '}${slug(name)} (${slug(account)}), role: ${role}${active ? ` [active${isPinned ? ', by the header Svc-Project' : ''}]` : ''}`,
          `  Project ID: ${id}`,
        ].join('\n'),
    )
    const truncated = left > 0 || hasMore
    const lines = [
      'Project accounts:',
      ...texts,
      ...(truncated
        ? [
            truncatedLine(
              `${left > 0 ? `${left}${hasMore ? ' or more' : ''}` : 'more'} accounts are not shown`,
              'Call svc_list_accounts with a larger max_tokens, or svc_switch_account with a slug.',
            ),
          ]
        : []),
      '',
      'To change the active project, call svc_switch_account with a project ID.',
    ]
    return { text: lines.join('\n'), structured: { accounts: items, truncated } }
  },
})

/** The lines around the accounts. */
const FRAME_TOKENS = 80
