import { createReadStream } from 'node:fs'
import { basename, dirname, relative, sep } from 'node:path'
import { FORMATS, type ReportFile } from '@svc/formats'
import { dateOfName } from './date-of-name.ts'
import { findFiles, nameOf } from './find-files.ts'

/** The report files of one run. */
export interface Run {
  /** Display name: the file or the folder. */
  name: string
  /** Path below the folder of all runs; may contain a date or a commit. */
  path: string
  files: ReportFile[]
}

export type GroupBy = 'file' | 'folder'

/** Usual extensions of reports, compressed or not. */
const PATTERN = '**/*.{xml,trx,json,zip,xml.gz,trx.gz,json.gz}'
/** Extensions that other files use too; an unreadable file with another extension counts as broken. */
const MAY_BE_ANYTHING = /\.(?:json|zip)$/
const HEAD_BYTES = 64 * 1024

/**
 * Returns the runs below a folder. By `folder`, each direct subfolder is a run, and so is each deeper folder with a date
 * in its name. By `file`, each file is a run. By default, files directly in the folder are runs, and so are its folders.
 */
export const findRuns = async (
  folder: string,
  by: GroupBy | undefined,
  pattern: string = PATTERN,
): Promise<{ runs: Run[]; others: string[] }> => {
  const { files } = await findFiles([pattern], folder, undefined)
  const runs = new Map<string, Run>()
  const others: string[] = []
  for (const file of files) {
    const { path = '' } = file
    if (MAY_BE_ANYTHING.test(path) && !(await isReport(path))) {
      others.push(nameOf(path, folder))
      continue
    }
    const key = keyOf(relative(folder, path), by)
    const run = runs.get(key)
    if (run) run.files.push(file)
    else runs.set(key, { name: key, path: key, files: [file] })
  }
  return { runs: [...runs.values()], others }
}

const keyOf = (path: string, by: GroupBy | undefined): string => {
  if (by === 'file') return path
  const folders = path.split(sep).slice(0, -1)
  const dated = folders.findLastIndex((name) => dateOfName(name) !== undefined)
  if (folders.length > 0) return folders.slice(0, Math.max(1, dated + 1)).join(sep)
  return by === 'folder' ? dirname(path) : path
}

const isReport = async (path: string): Promise<boolean> => {
  const pieces: Buffer[] = []
  try {
    for await (const piece of createReadStream(path, { end: HEAD_BYTES - 1 })) pieces.push(piece)
  } catch {
    // Reading it as a report gives the reason.
    return true
  }
  const bytes = Buffer.concat(pieces)
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  return FORMATS.some((format) => format.detect({ text, bytes, fileName: basename(path) }))
}
