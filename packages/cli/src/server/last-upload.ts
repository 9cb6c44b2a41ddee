import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UUID } from './uuid.ts'

/** What `svc upload` sent last from a folder, so that the next command is about it without being told. */
export interface LastUpload {
  /** Of the execution. */
  id: string
  /** Address of the server. */
  url: string
  project: string
  suite: string
  /** Absent where none is known. */
  branch?: string
  /** What commands here are about without options: only where that is still so, it is meant. */
  here: { project: string; branch?: string }
  /** Milliseconds since the epoch. */
  sentAt: number
}

/** What a command is about. */
export interface Meant {
  url: string
  /** As options have them; absent where none was given. */
  project?: string | undefined
  branch?: string | undefined
  suite?: string | undefined
  here: LastUpload['here']
}

/** Beside the journals, whose folder is there and hidden from git. */
const pathIn = (root: string) => join(root, '.svc', 'last-upload.json')

/** Notes what was sent; nothing is lost but convenience where the disk refuses. */
export const rememberUpload = (root: string, upload: LastUpload): void => {
  const path = pathIn(root)
  try {
    writeFileSync(`${path}.${process.pid}`, `${JSON.stringify(upload, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${path}.${process.pid}`, path)
  } catch {
    // As told above.
  }
}

/** What was uploaded last, where a command means that; undefined where it is about something else. */
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

/** True for what came to the server after an upload; a public id begins with its time. */
export const cameAfter = (id: string, { id: uploaded, sentAt }: LastUpload): boolean =>
  timeOf(id) > Math.max(sentAt, timeOf(uploaded))

const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

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
