import { basename } from 'node:path'
import type { ExecutionSummary, Operations } from '@svc/api'
import { listJournals, nearest } from '@svc/client/cli'
import { Refusal } from '../refusal.ts'
import { oneLine } from '../terminal/text.ts'
import { count, shortList } from '../terminal/words.ts'
import type { Connection } from './connect.ts'
import { cameAfter, type LastUpload, lastReportOf, timeOf } from './last-upload.ts'
import { UUID } from './uuid.ts'

/** A commit, full or abbreviated. */
export const SHA = /^[0-9a-f]{7,64}$/i

/**
 * Returns the execution that a name identifies: an id, an address, a commit, or a branch with its newest execution.
 * Without a name: the newest execution of the current branch, or the last upload from this folder if that is newer.
 */
export const findExecution = async (
  connection: Connection,
  name: string | undefined,
  suite?: string,
): Promise<ExecutionSummary> => {
  const { uploaded } = connection
  if (name === undefined && uploaded)
    return uploadedOrNewer(connection, suite === undefined ? await lastSent(connection, uploaded) : uploaded)
  const id = name === undefined ? undefined : UUID.exec(name)?.[0]
  if (id) return getExecution(connection, id)
  const { branch } = connection
  const filters =
    name === undefined ? branch && { branch } : SHA.test(name) ? { commit: name } : { branch: name }
  const [newest] = await listExecutions(connection, { ...filters, suite, limit: 1 })
  if (newest) return newest
  // The name of a branch may look like a commit.
  if (name !== undefined && SHA.test(name)) {
    const [named] = await listExecutions(connection, { branch: name, suite, limit: 1 })
    if (named) return named
  }
  throw await none(connection, name, suite)
}

/** Start times come from reports, so a new upload may be older than existing executions. */
const uploadedOrNewer = async (connection: Connection, uploaded: LastUpload): Promise<ExecutionSummary> => {
  const { id, project, branch, suite } = uploaded
  const [newest] = await listExecutions({ ...connection, project }, { branch, suite, limit: 1 })
  if (newest && (newest.id === id || cameAfter(newest.id, uploaded))) return newest
  try {
    return await getExecution(connection, id)
  } catch (error) {
    // Deleted since then.
    if (newest && error instanceof Refusal && error.code === 'NOT_FOUND') return newest
    throw error
  }
}

/** A reporter's run that was sent after the upload takes its place, unless it is of another project or branch. */
const lastSent = async (connection: Connection, uploaded: LastUpload): Promise<LastUpload> => {
  const { root, url, project, branch } = connection
  const reported = lastReportOf(root, url)
  if (!reported || reported.sentAt <= uploaded.sentAt) return uploaded
  const run = await getExecution(connection, reported.id).catch(() => undefined)
  if (run?.project !== project || (run.branch ?? undefined) !== branch) return uploaded
  return { ...uploaded, ...reported, project, suite: run.suite, ...(branch && { branch }) }
}

const getExecution = async (connection: Connection, id: string): Promise<ExecutionSummary> => {
  try {
    return (await connection.ask((client) => client.getExecution({ id, limit: 1 }))).data
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'NOT_FOUND') throw error
    throw new Refusal(`execution ${id} not found with this API key`, {
      code: 'NOT_FOUND',
      next: LOOK,
    })
  }
}

const LOOK = 'list executions: npx --no svc executions --all-branches'

/** Returns executions of the project, newest first. Throws a `Refusal` with the known projects if it does not exist. */
export const listExecutions = async (
  connection: Connection,
  filters: Omit<Operations['listExecutions']['input'], 'project'>,
): Promise<ExecutionSummary[]> => {
  const { limit = 20 } = filters
  const { project } = connection
  const input = { ...filters, ...(project && { project }), limit: Math.min(200, limit) }
  try {
    return await connection.ask(async (client) => {
      const executions: ExecutionSummary[] = []
      for await (const execution of client.all('listExecutions', input)) {
        executions.push(execution)
        if (executions.length >= limit) break
      }
      return executions
    })
  } catch (error) {
    throw await withProjects(connection, error)
  }
}

/** Adds the names of the known projects to a refusal about an unknown project. */
export const withProjects = async (connection: Connection, error: unknown): Promise<unknown> => {
  if (!(error instanceof Refusal) || error.code !== 'NOT_FOUND') return error
  const { data } = await connection.ask((client) => client.listProjects({ limit: 200 }))
  const names = data.map(({ slug }) => slug)
  const meant = nearest(connection.project, names)
  const there =
    names.length === 0
      ? 'no project exists yet; the first upload creates one'
      : `projects: ${shortList(names.map(oneLine), 12)}`
  return new Refusal(oneLine(`project ${connection.project} not found with this API key`), {
    code: 'NOT_FOUND',
    next: `${meant ? `${oneLine(`did you mean --project ${meant}?`)} ` : 'name a project with --project or SVC_PROJECT; '}${there}`,
  })
}

/** Returns a line about runs of this folder that wait on disk; undefined without any. */
export const unsentRuns = async ({ root }: Pick<Connection, 'root'>): Promise<string | undefined> => {
  const left = (await listJournals(root)).filter(({ state }) => state === 'left').length
  if (left === 0) return undefined
  return `${count(left, 'run')} of this folder ${left === 1 ? 'is' : 'are'} not sent yet; to send ${left === 1 ? 'it' : 'them'}: npx --no svc flush`
}

/** Returns why an execution is not the folder's newest run: newer ones that the server does not have. */
export const unsentSince = async ({ root }: Connection, head: { id: string }): Promise<string[]> => {
  const newer = (await listJournals(root)).filter(
    ({ path, state, hasResults }) =>
      state !== 'running' && !hasResults && timeOf(basename(path)) > timeOf(head.id),
  )
  if (newer.length === 0) return []
  return [`${count(newer.length, 'newer run')} of this folder ${newer.length === 1 ? 'is' : 'are'} not sent`]
}

const none = async (connection: Connection, name: string | undefined, suite: string | undefined) => {
  const { project, branch } = connection
  const of = suite === undefined ? '' : ` of suite ${oneLine(suite)}`
  const what =
    name !== undefined
      ? SHA.test(name)
        ? ` of commit ${name}`
        : ` of branch ${oneLine(name)}`
      : branch
        ? ` of branch ${oneLine(branch)}`
        : ''
  return new Refusal(`project ${project} has no execution${what}${of}`, {
    code: 'NOT_FOUND',
    next: (await unsentRuns(connection)) ?? `run the tests with a reporter, or ${LOOK}`,
  })
}
