import { statSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { toSlug } from '@svc/client/action'
import { findDocuments, type PushAnswer, type PushedDocument, pushDocuments } from '@svc/client/documents'
import type { StepContext } from './context.ts'
import { at, listAt } from './fields.ts'
import type { Svc } from './svc/call.ts'
import { Trouble, wordsOf } from './trouble.ts'

interface Pushed {
  /** True if the folder was pushed, even in part. */
  isDone: boolean
  hasTrouble: boolean
}

const PATH = '/api/documents/push'

/**
 * Pushes the folder of the input docs. It does so only for the default branch: agents obey documents, so nothing that
 * is not merged may become one.
 */
export const pushDocs = async (context: StepContext, svc: Svc): Promise<Pushed> => {
  const { settings, event, log, env } = context
  const folder = folderOf(event.workspace, settings.docs)
  if (folder === undefined) {
    log.note(
      'error',
      `The input docs is ${JSON.stringify(settings.docs)}, and there is no such folder below ${event.workspace}. Check the repository out before this step.`,
    )
    return { isDone: false, hasTrouble: true }
  }
  if (!isOfDefaultBranch(context)) {
    log.say('docs: not pushed, because this run is not one of the default branch')
    return { isDone: false, hasTrouble: false }
  }
  const project = settings.project || toSlug(event.repository?.name ?? '')
  try {
    const found = await findDocuments(folder, { env, isCi: true })
    const options = { project, isDry: false, isDeleting: false, isOverwriting: false, isAllowingOlder: false }
    const { documents, gone } = await pushDocuments(found, options, async (body) => {
      const data = at(await svc.post(PATH, body), 'data')
      return { results: listAt(data, 'results'), gone: listAt(data, 'gone') } as PushAnswer
    })
    log.say(`docs: ${countsOf(documents)} in ${project}`)
    if (gone.length > 0)
      log.say(
        `docs: ${gone.length} of earlier pushes have no file any more; svc docs push --delete deletes them`,
      )
    const newer = documents.find(({ newerCommit }) => newerCommit)?.newerCommit
    if (newer)
      log.say(
        `docs: commit ${newer.sha.slice(0, 10)} is newer than this one and was pushed before, so its documents stay; svc docs push --allow-older replaces them`,
      )
    const wrong = documents.flatMap(wordsFor)
    for (const text of wrong) log.note('warning', `The document ${text}`)
    return { isDone: true, hasTrouble: wrong.length > 0 }
  } catch (error) {
    const isOurs = error instanceof Trouble
    const words = isOurs && error.status === 403 ? `${error.message} ${SCOPE}` : wordsOf(error)
    log.note('error', isOurs ? words : `The documents of ${settings.docs} were not pushed: ${words}.`)
    return { isDone: false, hasTrouble: true }
  }
}

const SCOPE =
  'Documents need a key with the role editor and the scope knowledge, which a key for the token of a job does not have: store one as a secret.'

/** Below the workspace, without links out of it. */
const folderOf = (workspace: string, docs: string): string | undefined => {
  const folder = join(workspace, docs)
  const place = relative(workspace, folder)
  if (isAbsolute(docs) || place.split(sep)[0] === '..') return undefined
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : undefined
}

/** Pull requests, forks and other branches are not merged yet. */
const isOfDefaultBranch = ({ event }: StepContext): boolean =>
  event.pullRequest === undefined &&
  !event.isFork &&
  !event.isDependabot &&
  event.branch !== undefined &&
  event.branch === event.defaultBranch &&
  !/^(pull_request|merge_group|workflow_run)/.test(event.name)

const countsOf = (documents: PushedDocument[]): string => {
  const counts = new Map<string, number>()
  for (const { outcome } of documents) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'no document'
}

const wordsFor = ({ path, outcome, reason }: PushedDocument): string[] => {
  if (outcome === 'refused') return [`${path} was refused: ${reason ?? 'the server gave no reason'}`]
  if (outcome === 'conflict')
    return [
      `${path} was changed here and on the server, and was not replaced. Merge the server's text into the file.`,
    ]
  return outcome === 'newer' ? [`${path} has a newer text on the server. Bring it into the repository.`] : []
}
