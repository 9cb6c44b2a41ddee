import { declared } from '../artifacts.ts'
import { culprit } from '../culprits.ts'
import { experiment, trialsOf } from '../experiments.ts'
import { artifactOf, type Calls, fingerprintOf, SCREENSHOT } from './call.ts'

/** Executions, tests, failures and artifacts. */
export const RESULT_CALLS: Calls = {
  listExecutions: () => ({ path: '/api/executions?project=shop&branch=main&limit=2' }),
  getExecution: ({ head }) => ({ path: `/api/executions/${head}?limit=2` }),
  listResults: ({ head }) => ({ path: `/api/executions/${head}/results?q=checkout&limit=2` }),
  streamExecutionEvents: ({ head }) => ({ path: `/api/executions/${head}/events` }),
  streamEvents: () => ({ path: '/api/events' }),
  listAccounts: () => ({ path: '/api/accounts?limit=2' }),
  switchAccount: () => ({ path: '/api/accounts/active', method: 'POST', body: { project: 'shop' } }),
  settleExecution: ({ running }) => ({ path: `/api/executions/${running}/settle`, method: 'POST' }),
  compareExecutions: ({ head }) => ({ path: `/api/compare?head=${head}` }),
  listExecutionFailures: ({ head }) => ({ path: `/api/executions/${head}/failures` }),
  sendExperiments: ({ head }) => ({
    path: '/api/experiments',
    method: 'POST',
    body: {
      execution: head,
      experiments: [
        experiment('fPfPfP', {
          id: '00000000-0000-4000-9000-00000000000a',
          test: {
            file: 'shop.test.ts',
            titles: ['checkout', 'pays with a card'],
            leg: 'linux-x64-node24',
          },
          trials: trialsOf('fPfPfP', 'expected 12.50 to be 12.05'),
        }),
      ],
    },
  }),
  listExperiments: ({ head }) => ({ path: `/api/executions/${head}/experiments` }),
  confirmRenames: ({ data }) => {
    const [candidate] = data('compareExecutions').renameCandidates as Record<
      'from' | 'to',
      { testId: string }
    >[]
    return {
      path: '/api/renames',
      method: 'POST',
      body: { project: 'shop', from: candidate?.from.testId, to: candidate?.to.testId },
    }
  },
  getMetrics: () => ({ path: '/api/metrics?project=shop&branch=main' }),
  listSuites: () => ({ path: '/api/suites?project=shop&limit=2' }),
  getTrends: () => ({ path: '/api/trends?project=shop&granularity=daily' }),
  listFlakyTests: () => ({ path: '/api/flaky-tests?project=shop&minRuns=1' }),
  listOwners: () => ({ path: '/api/owners?project=shop' }),
  listTests: () => ({ path: '/api/tests?project=shop&limit=2' }),
  getTest: ({ testId }) => ({ path: `/api/tests/${testId}` }),
  setMonitorSettings: () => ({
    path: '/api/projects/shop/monitor',
    method: 'POST',
    body: { minRuns: 12, flakyRate: null },
  }),
  getMonitorSettings: () => ({ path: '/api/projects/shop/monitor' }),
  listProjects: () => ({ path: '/api/projects' }),
  updateProject: () => ({
    path: '/api/projects/shop',
    method: 'POST',
    body: { name: 'The shop', defaultBranch: 'main' },
  }),
  getLimits: () => ({ path: '/api/limits' }),
  listRefusedUploads: () => ({ path: '/api/refused-uploads' }),
  setRetention: () => ({
    path: '/api/retention',
    method: 'POST',
    body: { archiveAfterDays: 14, passingDetailDays: 90 },
  }),
  getRetention: () => ({ path: '/api/retention' }),
  declareArtifacts: ({ attaching }) => ({
    path: '/api/artifacts',
    method: 'POST',
    headers: { 'Content-Length': '300' },
    body: { journal: attaching.journal, items: [declared(SCREENSHOT, 0)] },
  }),
  getArtifactUpload: ({ data }) => ({ path: `/api/artifacts/${artifactOf(data)}/upload` }),
  putArtifactUpload: ({ data }) => ({
    path: `/api/artifacts/${artifactOf(data)}/upload`,
    method: 'PUT',
    headers: { 'Content-Type': 'application/octet-stream', 'upload-offset': '0' },
    body: Buffer.from(SCREENSHOT.bytes).toString(),
  }),
  listArtifacts: ({ attaching }) => ({ path: `/api/executions/${attaching.execution}/artifacts` }),
  getArtifact: ({ data }) => ({ path: `/api/artifacts/${artifactOf(data)}` }),
  listRenames: () => ({ path: '/api/renames?project=shop' }),
  undoRename: ({ data }) => {
    const [rename] = data('confirmRenames').renames as { id: string }[]
    return { path: `/api/renames/${rename?.id}`, method: 'DELETE' }
  },
  listFailures: ({ head }) => ({ path: `/api/failures?execution=${head}` }),
  getFailure: ({ data }) => {
    const [cluster] = Object.values(data('listFailures')) as { fingerprint: string }[]
    return { path: `/api/failures/${cluster?.fingerprint}?project=shop` }
  },
  recordCulprit: ({ head, data }) => ({
    path: `/api/failures/${fingerprintOf(data)}/culprits`,
    method: 'POST',
    body: culprit({ execution: head }),
  }),
  getFailureContext: () => ({ path: '/api/failure-context?project=shop&pr=7&maxTokens=1500' }),
  find: () => ({ path: '/api/find?q=pays' }),
  findExecutions: () => ({ path: '/api/find/executions?project=shop&branch=main' }),
  findTests: () => ({ path: '/api/find/tests?project=shop&test=pays%20with%20a%20card' }),
  getArtifactText: ({ data }) => ({ path: `/api/artifacts/${artifactOf(data)}/text?maxTokens=500` }),
  getPullRequest: ({ repository }) => ({
    path: `/api/pull-requests/7?repo=${encodeURIComponent(repository)}`,
  }),
  listPullRequests: () => ({ path: '/api/pull-requests?project=shop' }),
  getHome: () => ({ path: '/api/home' }),
  getWall: () => ({ path: '/api/wall' }),
  getOverview: () => ({ path: '/api/overview?project=shop&days=2' }),
}
