import { type Calls, fingerprintOf } from './call.ts'

/** Agents' tasks, leases, subscriptions and checked fixes. */
export const WORK_CALLS: Calls = {
  registerAgent: () => ({
    path: '/api/bus/agents',
    method: 'POST',
    body: {
      name: 'triage-bot',
      displayName: 'Triage 🤖',
      instance: 'ci-runner-3',
      model: 'example-model-1',
      role: 'specialist',
      capabilities: { rerun: true, languages: ['typescript'] },
      project: 'shop',
    },
  }),
  createTask: () => ({
    path: '/api/bus/tasks',
    method: 'POST',
    body: {
      assignedTo: 'triage-bot',
      title: 'Mend the payment',
      project: 'shop',
      payload: { pullRequest: 7 },
    },
  }),
  listTasks: () => ({ path: '/api/bus/tasks?status=open' }),
  claimTask: ({ data }) => ({
    path: `/api/bus/tasks/${data('createTask').id}/claim`,
    method: 'POST',
    body: { minutes: 20 },
  }),
  updateTask: ({ data }) => ({
    path: `/api/bus/tasks/${data('createTask').id}`,
    method: 'PUT',
    body: { status: 'done', result: { commit: '4'.repeat(40) } },
  }),
  getTask: ({ data }) => ({ path: `/api/bus/tasks/${data('createTask').id}` }),
  takeLease: ({ data }) => ({
    path: '/api/bus/leases',
    method: 'POST',
    body: { subject: 'failure', id: fingerprintOf(data), project: 'shop' },
  }),
  listLeases: () => ({ path: '/api/bus/leases?project=shop' }),
  releaseLease: ({ data }) => ({
    path: `/api/bus/leases?subject=failure&id=${fingerprintOf(data)}&project=shop`,
    method: 'DELETE',
  }),
  subscribeToEvent: () => ({
    path: '/api/bus/subscriptions',
    method: 'POST',
    body: { event: 'base.broke', project: 'shop', branch: 'main' },
  }),
  listSubscriptions: () => ({ path: '/api/bus/subscriptions' }),
  unsubscribe: ({ data }) => ({
    path: `/api/bus/subscriptions/${data('subscribeToEvent').id}`,
    method: 'DELETE',
  }),
  requestRerun: ({ testId }) => ({
    path: '/api/bus/reruns',
    method: 'POST',
    body: { project: 'shop', tests: [testId], commit: '4'.repeat(40) },
  }),
  verifyFix: ({ data }) => ({
    path: '/api/bus/fix-verifications',
    method: 'POST',
    body: { project: 'shop', fingerprint: fingerprintOf(data), commit: '4'.repeat(40) },
  }),
  listFixVerifications: () => ({ path: '/api/bus/fix-verifications?project=shop' }),
  getFixVerification: ({ data }) => ({ path: `/api/bus/fix-verifications/${data('verifyFix').id}` }),
}
