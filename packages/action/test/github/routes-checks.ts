import { type Answer, notFound, ok, page, type Route, refusal } from './answer.ts'
import { isObject, type JsonObject } from './schemas.ts'
import { checkOf, repositoryNameOf, statusOf } from './shapes.ts'
import type { CheckRun } from './state.ts'

/** More than this GitHub refuses, counted in characters. */
const MAX_SUMMARY = 65_535
const MAX_DESCRIPTION = 140

/** Check runs and statuses of commits. */
export const checkRoutes: Record<string, Route> = {
  'checks/create': {
    needs: ['checks'],
    level: 'write',
    answer(asked) {
      const { repository, state, token, body } = asked
      if (!token.login.endsWith('[bot]')) return refusal(403, 'You must authenticate via a GitHub App.')
      if (!state.commits.has(String(body.head_sha)))
        return refusal(422, `No commit found for SHA: ${String(body.head_sha)}`)
      const check: CheckRun = {
        id: state.nextId(),
        headSha: String(body.head_sha),
        name: String(body.name),
        externalId: String(body.external_id ?? ''),
        app: token.login,
        status: 'queued',
        conclusion: null,
        title: '',
        summary: '',
        detailsUrl: '',
      }
      const refused = apply(check, body)
      if (refused) return refused
      repository.checks.push(check)
      return ok(checkOf(repository, check), 201)
    },
  },
  'checks/update': {
    needs: ['checks'],
    level: 'write',
    answer(asked) {
      const { repository, parameters, token, body } = asked
      const check = repository.checks.find(({ id }) => id === Number(parameters.check_run_id))
      if (!check) return notFound()
      if (check.app !== token.login)
        return refusal(
          403,
          'Invalid app_id `15368` - check run can only be modified by the GitHub App that created it.',
        )
      // What is over stays over: its conclusion continues to count, whatever its status says.
      if (check.status === 'completed' && body.conclusion === undefined)
        asked.violate('a check that is over is set back, which GitHub does not show')
      return apply(check, body) ?? ok(checkOf(repository, check))
    },
  },
  'checks/list-for-ref': {
    needs: ['checks'],
    level: 'read',
    answer(asked) {
      const { repository, parameters, query } = asked
      const name = query.get('check_name')
      const ofCommit = repository.checks.filter(
        (each) => each.headSha === parameters.ref && (name === null || each.name === name),
      )
      const newest = new Map(ofCommit.map((each) => [`${each.app}/${each.name}`, each]))
      const found = query.get('filter') === 'all' ? ofCommit : [...newest.values()]
      const path = `/repos/${repositoryNameOf(repository)}/commits/${parameters.ref}/check-runs`
      return page(
        asked,
        path,
        found.map((each) => checkOf(repository, each)),
        'check_runs',
      )
    },
  },
  'repos/create-commit-status': {
    needs: ['statuses'],
    level: 'write',
    answer({ repository, state, parameters, body }) {
      const sha = String(parameters.sha)
      if (!state.commits.has(sha)) return refusal(422, `No commit found for SHA: ${sha}`)
      const description = String(body.description ?? '')
      if (description.length > MAX_DESCRIPTION)
        return refusal(422, 'description is too long (maximum is 140 characters)')
      const status = {
        sha,
        context: String(body.context ?? 'default'),
        state: String(body.state),
        description,
        targetUrl: String(body.target_url ?? ''),
      }
      repository.statuses.push(status)
      return ok(statusOf(repository, status), 201)
    },
  },
}

/** Sets what the body has; a refusal where GitHub would not take it. */
const apply = (check: CheckRun, body: JsonObject): Answer | undefined => {
  const { output } = body
  if (isObject(output) && String(output.summary).length > MAX_SUMMARY)
    return refusal(
      422,
      `Only ${MAX_SUMMARY} characters are allowed; ${String(output.summary).length} were supplied.`,
    )
  if (isObject(output)) Object.assign(check, { title: String(output.title), summary: String(output.summary) })
  if (body.details_url !== undefined) check.detailsUrl = String(body.details_url)
  if (body.status !== undefined) check.status = body.status as CheckRun['status']
  if (body.conclusion !== undefined)
    Object.assign(check, { status: 'completed', conclusion: String(body.conclusion) })
  return undefined
}
