import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentNotes } from '@svc/client/cli'
import { UUID } from './uuid.ts'

/** The last upload from a folder, which later commands use as their default. */
export interface LastUpload {
  /** Id of the execution. */
  id: string
  /** Address of the server. */
  url: string
  project: string
  suite: string
  /** Absent if unknown. */
  branch?: string
  /** The default project and branch at the time of the upload; the upload applies only while they are the same. */
  here: { project: string; branch?: string }
  /** Milliseconds since the epoch. */
  sentAt: number
}

/** The server, project, branch and suite of a command. */
export interface Meant {
  url: string
  /** From options; absent if not given. */
  project?: string | undefined
  branch?: string | undefined
  suite?: string | undefined
  here: LastUpload['here']
}

/** Beside the journals, in a folder that exists and that git ignores. */
const pathIn = (root: string) => join(root, '.svc', 'last-upload.json')

/** Stores the upload for later commands. Ignores write errors, because only convenience is lost. */
export const rememberUpload = (root: string, upload: LastUpload): void => {
  const path = pathIn(root)
  try {
    writeFileSync(`${path}.${process.pid}`, `${JSON.stringify(upload, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${path}.${process.pid}`, path)
  } catch {
    // Only convenience is lost.
  }
}

/** Returns the last upload if the command refers to it, otherwise undefined. */
export const lastUploadOf = (root: string, meant: Meant): LastUpload | undefined => {
  const last = read(root)
  if (!last || last.url !== meant.url) return undefined
  const { project, branch, suite, here } = meant
  const isMeant =
    (project === undefined ? last.here.project === here.project : last.project === project) &&
    (branch === undefined ? last.here.branch === here.branch : last.branch === branch) &&
    (suite === undefined || last.suite === suite)
  return isMeant ? last : undefined
}

/** Returns the id of the execution that a reporter sent last from the folder, and when; undefined if none is known. */
export const lastReportOf = (root: string, url: string): { id: string; sentAt: number } | undefined =>
  sentNotes(root)
    .flatMap(({ server, execution = '', sentAt }) => {
      const id = server === url ? UUID.exec(execution)?.[0] : undefined
      return id === undefined ? [] : [{ id, sentAt }]
    })
    .sort((a, b) => b.sentAt - a.sentAt)[0]

/** True if the server created the execution after the upload; a public id begins with its time. */
export const cameAfter = (id: string, { id: uploaded, sentAt }: LastUpload): boolean =>
  timeOf(id) > Math.max(sentAt, timeOf(uploaded))

/** When an id was made, in milliseconds since the epoch. */
export const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

const read = (root: string): LastUpload | undefined => {
  try {
    const value: unknown = JSON.parse(readFileSync(pathIn(root), 'utf8'))
    return isUpload(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isUpload = (value: unknown): value is LastUpload => {
  if (!isObject(value) || !isObject(value.here)) return false
  const { id, url, project, suite, branch, here, sentAt } = value
  return (
    [url, project, suite, here.project].every((each) => typeof each === 'string') &&
    [branch, here.branch].every((each) => each === undefined || typeof each === 'string') &&
    typeof id === 'string' &&
    UUID.exec(id)?.[0] === id &&
    typeof sentAt === 'number'
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
