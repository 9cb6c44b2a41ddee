import { z } from 'zod'
import { pageAnswer } from '../fit.ts'
import { slug } from '../render.ts'
import { type ActiveProject, maxTokens, READ_ONLY, tool } from '../tool.ts'
import { cursor } from './arguments.ts'

export const listAccounts = tool({
  name: 'svc_list_accounts',
  title: 'List project accounts',
  description: 'Lists your projects with your role, and marks the active one, which the other tools use.',
  input: z.strictObject({ ...maxTokens, ...cursor }),
  role: 'viewer',
  scope: 'any',
  annotations: READ_ONLY,
  async call({ cursor }, { run, findProject, isPinned, caller, pageLimit = MOST_ACCOUNTS }) {
    const [{ items, nextCursor }, active] = await Promise.all([
      run('listAccounts', { limit: pageLimit, cursor: cursor === OTHERS ? undefined : cursor }),
      findProject(),
    ])
    const mark = isPinned
      ? '[active, by the header Svc-Project]'
      : active?.isChosen
        ? '[active]'
        : '[active] by default'
    const first = active === null || cursor !== undefined ? [] : [accountOf(active, caller.role)]
    const others = items.flatMap((item, at) => (item.id === active?.id ? [] : { ...item, active: false, at }))
    if (pageLimit === 1 && first.length > 0)
      return {
        accounts: first,
        nextCursor: nextCursor || others.length > 0 ? OTHERS : null,
        mark,
        isEmpty: false,
      }
    return {
      accounts: [...first, ...others],
      nextCursor,
      mark,
      isEmpty: items.length === 0 && active === null,
    }
  },
  render({ accounts, nextCursor, mark, isEmpty }, budget) {
    if (isEmpty)
      return {
        text: 'There is no project account yet. The first upload of test results or push of documents (svc docs push) creates a project.',
        structured: { accounts: [], truncated: false, nextCursor: null },
      }
    return pageAnswer({
      tool: 'svc_list_accounts',
      // The active one stands before its place in the page.
      rows: accounts.map(({ at, ...account }) => ({
        text: lineOf(account, mark),
        data: account,
        entries: at + 1,
      })),
      nextCursor,
      budget,
      around: ({ texts, data }) => ({
        lines: [
          'Project accounts:',
          ...texts,
          '',
          'To change the active project, call svc_switch_account with a project ID.',
        ],
        structured: { accounts: data },
      }),
    })
  },
})

/** The cursor after a page that has room for the active project alone. */
const OTHERS = 'others'
/** The operation lists no more at once. */
const MOST_ACCOUNTS = 200

interface Account {
  id: string
  name: string
  slug: string
  role: string
  active: boolean
}

const lineOf = ({ id, name, slug: account, role, active }: Account, mark: string): string =>
  [
    `${active ? '* ' : '- '}${slug(name)} (${slug(account)}), role: ${role}${active ? ` ${mark}` : ''}`,
    `  Project ID: ${id}`,
  ].join('\n')

/** `at` is its place in the page of the operation. */
const accountOf = ({ id, name, slug: account }: ActiveProject, role: string) => ({
  id,
  name,
  slug: account,
  role,
  active: true,
  at: -1,
})

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
