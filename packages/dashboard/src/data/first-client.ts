import { createPartialClient, type OPERATIONS, type PartialClient } from '@svc/api'

/** What the first view of an execution reads. The table of all operations loads with other pages. */
const FIRST = {
  whoAmI: { path: '/api/whoami' },
  listProjects: { path: '/api/projects', answer: 'list' },
  getExecution: { path: '/api/executions/{id}' },
  listResults: { path: '/api/executions/{id}/results' },
  listExecutionFailures: { path: '/api/executions/{id}/failures' },
  compareExecutions: { path: '/api/compare' },
  getFailureContext: { path: '/api/failure-context' },
} as const satisfies Partial<typeof OPERATIONS>

type FirstClient = PartialClient<keyof typeof FIRST>

const clients = new Map<string, FirstClient>()

/** As `clientOf`, for these operations. */
export function firstClientOf(organization = ''): FirstClient {
  const known = clients.get(organization)
  if (known) return known
  const made = createPartialClient(FIRST, { url: location.origin, ...(organization && { organization }) })
  clients.set(organization, made)
  return made
}
