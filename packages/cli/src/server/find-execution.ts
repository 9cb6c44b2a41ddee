import type { ExecutionSummary, Operations } from '@svc/api'
import { nearest } from '@svc/client/doctor'
import { shortList } from '../doctor/words.ts'
import { Refusal } from '../refusal.ts'
import { oneLine } from '../terminal/width.ts'
import type { Connection } from './connect.ts'
import { cameAfter, type LastUpload } from './last-upload.ts'
import { UUID } from './uuid.ts'

const SHA = /^[0-9a-f]{7,64}$/i

/**
 * The execution that a word names: its id or address, a commit, or a branch, of which it is the newest. Without a
 * word it is the newest of the branch that is checked out, or what was uploaded here since that came.
 */
export const findExecution = async (
  connection: Connection,
  name: string | undefined,
  suite?: string,
): Promise<ExecutionSummary> => {
  const { uploaded } = connection
  if (name === undefined && uploaded) return uploadedOrNewer(connection, uploaded)
  const id = name === undefined ? undefined : UUID.exec(name)?.[0]
  if (id) return getExecution(connection, id)
  const { branch } = connection
  const filters =
    name === undefined ? branch && { branch } : SHA.test(name) ? { commit: name } : { branch: name }
  const [found] = await listExecutions(connection, { ...filters, suite, limit: 1 })
  if (found) return found
  // A branch may be named as a commit is.
  if (name !== undefined && SHA.test(name)) {
    const [named] = await listExecutions(connection, { branch: name, suite, limit: 1 })
    if (named) return named
  }
  throw await none(connection, name, suite)
}

/** Reports say themselves when they began, so an upload of now may be older than what is there. */
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

const getExecution = async (connection: Connection, id: string): Promise<ExecutionSummary> => {
  try {
    return (await connection.ask((client) => client.getExecution({ id, limit: 1 }))).data
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'NOT_FOUND') throw error
    throw new Refusal(`there is no execution ${id} that this key may see`, {
      code: 'NOT_FOUND',
      next: LOOK,
    })
  }
}

const LOOK = 'see what there is: npx @svc/cli executions --all-branches'

type Filters = Omit<Operations['listExecutions']['input'], 'project'>

/** Executions of the project, newest first; one that does not exist is told with those that do. */
export const listExecutions = async (
  connection: Connection,
  filters: Filters,
): Promise<ExecutionSummary[]> => {
  const { limit = 20 } = filters
  const { project } = connection
  const input = { ...filters, ...(project && { project }), limit: Math.min(200, limit) }
  try {
    return await connection.ask(async (client) => {
      const found: ExecutionSummary[] = []
      for await (const execution of client.all('listExecutions', input)) {
        found.push(execution)
        if (found.length >= limit) break
      }
      return found
    })
  } catch (error) {
    throw await withProjects(connection, error)
  }
}

/** Where the project is not known, the same refusal with the names of those that are. */
export const withProjects = async (connection: Connection, error: unknown): Promise<unknown> => {
  if (!(error instanceof Refusal) || error.code !== 'NOT_FOUND') return error
  const { data } = await connection.ask((client) => client.listProjects({ limit: 200 }))
  const names = data.map(({ slug }) => slug)
  const meant = nearest(connection.project, names)
  const there =
    names.length === 0 ? 'there is none yet; the first results make it' : `there are: ${shortList(names, 12)}`
  return new Refusal(`the server has no project ${connection.project} that this key may see`, {
    code: 'NOT_FOUND',
    next: `${meant ? `did you mean --project ${meant}? ` : 'name one with --project or SVC_PROJECT; '}${there}`,
  })
}

const none = async (connection: Connection, name: string | undefined, suite: string | undefined) => {
  const { project, branch } = connection
  const of = suite === undefined ? '' : ` of the suite ${oneLine(suite)}`
  const what =
    name !== undefined
      ? SHA.test(name)
        ? `of the commit ${name}`
        : `of a branch ${oneLine(name)}`
      : branch
        ? `of the branch ${oneLine(branch)}`
        : 'at all'
  return new Refusal(`there is no execution ${what}${of} in the project ${project}`, {
    code: 'NOT_FOUND',
    next: `run the tests with a reporter, or ${LOOK}`,
  })
}
