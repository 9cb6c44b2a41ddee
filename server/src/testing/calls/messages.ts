import type { Calls } from './call.ts'

/** Agents, their keys, and their mail. */
export const MESSAGE_CALLS: Calls = {
  listAgents: () => ({ path: '/api/bus/agents?status=active' }),
  getAgent: () => ({ path: '/api/bus/agents/triage-bot' }),
  updateAgent: () => ({
    path: '/api/bus/agents/triage-bot',
    method: 'POST',
    body: { model: 'example-model-2' },
  }),
  assignAgent: () => ({
    path: '/api/bus/agents/triage-bot/projects',
    method: 'PUT',
    body: { project: 'shop', role: 'owner' },
  }),
  unassignAgent: () => ({ path: '/api/bus/agents/triage-bot/projects?project=shop', method: 'DELETE' }),
  createAgentKey: () => ({
    path: '/api/bus/agents/triage-bot/keys',
    method: 'POST',
    body: { overlapSeconds: 3_600 },
  }),
  sendMessage: () => ({
    path: '/api/bus/messages',
    method: 'POST',
    body: {
      to: 'triage-bot',
      message: 'The payment tests fail on main since 4f2c1d9.',
      priority: 'high',
      channel: 'builds',
      clientMessageId: 'build-4711',
    },
  }),
  listMessages: () => ({ path: '/api/bus/messages?q=payment%20tests' }),
  getMessage: ({ data }) => ({ path: `/api/bus/messages/${data('sendMessage').id}` }),
  readInbox: () => ({ path: '/api/bus/inbox?agent=triage-bot' }),
  markMessagesRead: ({ data }) => ({
    path: '/api/bus/inbox/read',
    method: 'POST',
    body: { ids: [data('sendMessage').id] },
  }),
  streamMessages: () => ({ path: '/api/bus/stream?agent=triage-bot' }),
  acknowledgeMessages: ({ data }) => ({
    path: '/api/bus/messages/ack',
    method: 'POST',
    body: { ids: [data('sendMessage').id] },
  }),
  removeAgent: () => ({ path: '/api/bus/agents/triage-bot', method: 'DELETE' }),
}
