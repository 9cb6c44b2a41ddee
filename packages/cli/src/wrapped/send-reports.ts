import { type Stats, statSync } from 'node:fs'
import type { ReportFile } from '@svc/formats'
import type { Command } from 'commander'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { ReportOptions } from '../reports/set-up.ts'
import { oneLine } from '../terminal/width.ts'
import { count } from '../terminal/words.ts'

/** The states of report files, by path. */
type Reports = ReadonlyMap<string, Pick<Stats, 'mtimeMs' | 'size' | 'ino'>>

/** The report files that exist; empty if none does. */
export const reportsOf = async (patterns: string[], folder: string): Promise<Reports> => {
  if (patterns.length === 0) return new Map()
  const { findFiles } = await import('../reports/find-files.ts')
  const { files } = await findFiles(patterns, folder, undefined).catch(() => ({ files: [] }))
  return new Map(files.flatMap(({ path }) => (path === undefined ? [] : [[path, statSync(path)]])))
}

/** What to say about reports, and why they may lack results. */
export interface SentReports {
  lines: string[]
  doubt?: string
}

/** Sends the reports that are new or changed. Those of an earlier run are never sent. */
export const sendReports = async (
  patterns: string[],
  before: Reports,
  { suite, url }: Pick<ReportOptions, 'suite' | 'url'>,
  call: Call,
  command: Command,
): Promise<SentReports> => {
  const [{ setUpReports }, { findFiles }, { uploadFound }, { isWell, uploadTroubles }] = await Promise.all([
    import('../reports/set-up.ts'),
    import('../reports/find-files.ts'),
    import('../reports/upload-found.ts'),
    import('../views/uploads.ts'),
  ])
  try {
    const options: ReportOptions = {
      ...(suite !== undefined && { suite }),
      ...(url !== undefined && { url }),
    }
    const setUp = setUpReports(options, {}, call, command)
    const found = await findFiles(patterns, call.folder, undefined)
    const isWritten = ({ path }: ReportFile) => path !== undefined && isNew(path, before)
    const files = found.files.filter(isWritten)
    if (files.length === 0)
      return { lines: [`the command wrote no file that matches ${patterns.join(', ')}`] }
    const [old] = found.files.filter((file) => !isWritten(file))
    const uploaded = await uploadFound({ ...found, files }, { names: patterns, options, ...setUp }, call)
    const { sent, outcome } = uploaded
    const line =
      sent?.kind === 'sent' ? [oneLine(`${count(outcome.tests, 'result')} sent → ${sent.url}`)] : []
    const doubt = !isWell(uploaded)
      ? 'a report is broken or missing, so results may be missing'
      : old && `the command did not write ${old.name} anew; remove the reports of earlier runs before it`
    return { lines: [...line, ...uploadTroubles(uploaded)], ...(doubt && { doubt }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { lines: [error.message], doubt: error.message }
  }
}

const isNew = (path: string, before: Reports): boolean => {
  const known = before.get(path)
  const { mtimeMs, size, ino } = statSync(path)
  return known?.mtimeMs !== mtimeMs || known.size !== size || known.ino !== ino
}
