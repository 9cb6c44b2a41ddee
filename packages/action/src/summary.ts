import { statSync } from 'node:fs'
import { summary } from '@actions/core'
import { plainMarkdown } from '@svc/protocol'
import type { Note } from './log.ts'

/** GitHub drops a step's summary if it exceeds 1 MiB; this leaves a reserve. */
const MOST_SUMMARY_BYTES = 1_000_000
const LEFT_OUT = '\n\n_The rest was omitted, because GitHub limits summaries to 1 MiB._\n'

const SIGN: Record<Note['level'], string> = { error: '❌', warning: '⚠️', notice: 'ℹ️' }

/**
 * Joins the parts within a limit of bytes. If they do not fit, parts use their short form, the last part first; finally
 * the text is truncated.
 */
export const composeSummary = (
  parts: { full: string; short: string }[],
  notes: Note[],
  mostBytes: number,
): string => {
  const texts = notes.map(({ level, text }) => `${SIGN[level]} ${plainMarkdown(text, 1_000)}`).join('\n\n')
  const shown = parts.map(({ full }) => full)
  const whole = () =>
    [...shown, texts]
      .filter((text) => text !== '')
      .join('\n\n---\n\n')
      .concat('\n')
  for (let last = parts.length - 1; last >= 0 && Buffer.byteLength(whole()) > mostBytes; last -= 1)
    shown[last] = parts[last]?.short ?? ''
  return cut(whole(), mostBytes)
}

/** Truncates at the end of a line, and closes open elements. */
const cut = (text: string, mostBytes: number): string => {
  if (Buffer.byteLength(text) <= mostBytes) return text
  const room = mostBytes - Buffer.byteLength(LEFT_OUT) - 1_000
  const kept = Buffer.from(text)
    .subarray(0, Math.max(0, room))
    .toString()
    .replace(/\uFFFD+$/, '')
  const lines = kept.slice(0, Math.max(0, kept.lastIndexOf('\n')))
  const opened = (lines.match(/<details/g) ?? []).length - (lines.match(/<\/details>/g) ?? []).length
  const fence = lines.match(/^(`{3,})/gm) ?? []
  const isInCode = fence.length % 2 === 1
  return `${lines}${isInCode ? `\n${fence.at(-1)}` : ''}${'\n\n</details>'.repeat(Math.max(0, Math.min(50, opened)))}${LEFT_OUT}`
}

/** Appends to the summary of the step within GitHub's limit. */
export const writeSummary = async (
  path: string | undefined,
  parts: { full: string; short: string }[],
  notes: Note[],
): Promise<void> => {
  if (!path || (parts.length === 0 && notes.length === 0)) return
  const usedBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  await summary.addRaw(composeSummary(parts, notes, MOST_SUMMARY_BYTES - usedBytes)).write()
}
