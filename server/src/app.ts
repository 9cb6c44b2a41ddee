import {
  executionOperations,
  identityOperations,
  insightOperations,
  keyOperations,
  pullRequestOperations,
} from '@svc/schema'
import { Hono } from 'hono'
import type { Config } from './config.ts'
import { executionDetail } from './executions/detail.ts'
import { listExecutions } from './executions/list.ts'
import { settleExecution } from './executions/settle-now.ts'
import { makeAuthenticator } from './identity/authenticate.ts'
import { createKey } from './identity/create-key.ts'
import { listKeys } from './identity/list-keys.ts'
import { revokeKey } from './identity/revoke-key.ts'
import { whoAmI } from './identity/who-am-i.ts'
import type { IngestExecutor } from './ingest/executor.ts'
import { compareExecutions } from './insights/compare.ts'
import type { Clock } from './kernel/clock.ts'
import type { Subscription } from './kernel/events.ts'
import type { Log } from './kernel/log.ts'
import { getPullRequest } from './pull-requests/get.ts'
import { authenticate } from './rest/authenticate.ts'
import type { RestEnv } from './rest/env.ts'
import { mountExecutionDetail } from './rest/execution-detail.ts'
import { mountHealth } from './rest/health.ts'
import { mountIngest } from './rest/ingest.ts'
import { mountPages } from './rest/pages.ts'
import { mountProblems } from './rest/problem-response.ts'
import { makeRateLimits, rateLimit } from './rest/rate-limit.ts'
import { mountReference } from './rest/reference.ts'
import { mountOperations, type ServerContext } from './rest/routes.ts'
import { mountTestResults } from './rest/test-results.ts'
import type { Store } from './store/open.ts'
import { ping } from './store/ping.ts'

/** What happens when something has happened. */
export const subscriptions = (log: Log): Subscription[] => [
  {
    kind: 'execution.settled',
    handle: ({ kind, payload }) => log({ level: 'info', event: kind, ...payload }),
  },
]

/** What the app is made of. */
export interface AppParts {
  store: Store
  clock: Clock
  log: Log
  ingest: IngestExecutor
  config: Pick<Config, 'rateLimits' | 'proxies'>
  /** Where people reach this server, without a slash at the end. */
  baseUrl: string
  isDraining: () => boolean
}

/** Everything this server does, door by door. */
export function makeApp({ store, clock, log, ingest, config, baseUrl, isDraining }: AppParts) {
  const app = new Hono<RestEnv>()
  const server: ServerContext = { store, clock, baseUrl }
  const limits = makeRateLimits(config.rateLimits, clock)
  const authenticator = makeAuthenticator({ store, clock })

  mountProblems(app, log)
  mountHealth(app, () => ping(store), isDraining)
  mountPages(app, baseUrl)
  mountReference(app, baseUrl)

  app.use('/api/*', authenticate(authenticator, limits, config.proxies), rateLimit(limits))
  mountIngest(app, { server, executor: ingest, limits })
  mountTestResults(app, { server, executor: ingest, limits })
  mountOperations(app, server, executionOperations, { listExecutions, settleExecution })
  mountExecutionDetail(app, server, executionDetail, log)
  mountOperations(app, server, insightOperations, { compareExecutions })
  mountOperations(app, server, pullRequestOperations, { getPullRequest })
  mountOperations(app, server, identityOperations, { whoAmI })
  mountOperations(app, server, keyOperations, { listKeys, createKey, revokeKey })

  return { fetch: app.fetch, request: app.request, routes: app.routes, idle: authenticator.idle }
}
