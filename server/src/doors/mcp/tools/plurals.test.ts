import { expect, test } from 'vitest'
import { becauseOf } from '../../../agents/bus/events/describe-verification.ts'
import { noticeOfFilling, refuseRecipient } from '../../../agents/bus/messages/refusals.ts'
import { agentList, agentRegister, agentRemove } from './agents.ts'
import { inboxPage } from './inbox-page.ts'

const agent = {
  id: 'a',
  name: 'ada',
  displayName: null,
  instance: 'ci',
  model: null,
  role: null,
  capabilities: {},
  status: 'active',
  presence: 'away',
  lastSeenAt: null,
  projects: [],
}
const message = {
  id: 'm',
  from: { name: 'bob', displayName: null, instance: null },
  message: 'x',
  type: 'message',
  priority: 'normal',
  status: 'pending',
  channel: null,
  replyTo: null,
  problem: null,
  createdAt: '2026-03-02T09:00:00.000Z',
  shownCharacters: 0,
}
const ROOM = 100_000
const inbox = (total: number, shown: number) =>
  inboxPage(
    {
      ...{ agent, total, named: 'ada', kind: 'pending ', isMarking: false, isKeepingPlace: false },
      ...{ offsetOf: () => 0, max_tokens: 4_000, next: () => '' },
      messages: Array(shown).fill({
        ...message,
        sequence: 1,
        thread: 'm',
        signature: { authenticity: 'authentic' },
      }),
    },
    ROOM,
  ).text
const list = (count: number) =>
  textOf(agentList.render, {
    ...{ agents: Array(count).fill(agent), nextCursor: null, isFirst: true, status: 'active' },
  })
const registered = (unread: number) =>
  textOf(agentRegister.render, { ...agent, unread, isNew: false, others: [] })
const removed = (failedMessages: number) =>
  textOf(agentRemove.render, { id: 'a', name: 'ada', status: 'archived', failedMessages })
const row = (clean: number, needed: number, hits: number, runs: number) =>
  becauseOf({ state: 'waiting', clean, needed, hits, runs, commit_sha: 'abc', fingerprint: 'f' } as never)
const outgoing = { from: { id: 2 }, to: { id: 1, name: 'ada' }, priority: 2 } as never
const agents = (unread: number) => new Map([[1, { ...agent, unread }]]) as never

test.for([
  [inbox(1, 1), /: 1 pending message\.\n/],
  [inbox(2, 1), /: 2 pending messages, of which 1 follows\.\n[\s\S]*\[truncated: 1 message is not shown\./],
  [inbox(4, 2), /: 4 pending messages, of which 2 follow\.\n[\s\S]*\[truncated: 2 messages are not shown\./],
  [list(1), /^1 active agent:/],
  [list(2), /^2 active agents:/],
  [registered(1), /\n1 unread message\. /],
  [registered(2), /\n2 unread messages\. /],
  [removed(1), / 1 pending message failed, and a notice went to its sender\.$/],
  [removed(2), / 2 pending messages failed, and a notice went to their senders\.$/],
  [
    row(2, 3, 1, 1),
    /2 of 3 clean runs \(it occurred in 1 of 1 run before\)\. 1 more clean run with abc is missing/,
  ],
  [row(1, 3, 1, 9), /\(it occurred in 1 of 9 runs before\)\. 2 more clean runs with abc are missing/],
  [
    refuseRecipient(outgoing, agents(1), { inboxMessages: 1 }, new Map())?.message ?? '',
    /has 1 unread message\. /,
  ],
  [
    refuseRecipient(outgoing, agents(2), { inboxMessages: 2 }, new Map())?.message ?? '',
    /has 2 unread messages\. /,
  ],
  [noticeOfFilling(outgoing, agents(1), { inboxMessages: 1 })?.payload ?? '', /has 1 unread message /],
] as const)('a listing counts in the right number: %#', ([text, expected]) => {
  expect(text).toMatch(expected)
})

function textOf(render: unknown, data: object, budget = ROOM): string {
  return (render as (data: object, budget: number) => { text: string })(data, budget).text
}
