import { count } from '../doctor/words.ts'
import { filesText, problemLine, statusesOf, troubleOf } from '../reports/outcome-text.ts'
import type { Uploaded } from '../reports/upload-found.ts'
import { UUID } from '../server/find-execution.ts'
import type { Screen } from '../terminal/screen.ts'
import { oneLine } from '../terminal/width.ts'
import { hanging, wrap } from '../terminal/wrap.ts'

/** What came of an upload, for programs. */
export const uploadData = ({ outcome, sent, missing, isDry }: Uploaded) => {
  const { tests, attempts, statuses, errors, files } = outcome
  const { kind: state = isDry ? 'dry' : 'nothing', ...rest } = sent ?? {}
  return { state, ...rest, missing, tests, attempts, statuses, errors, files }
}

export const isWell = ({ outcome, sent, missing, isDry }: Uploaded): boolean =>
  !outcome.isBroken && missing.length === 0 && (isDry || sent?.kind === 'sent')

export const uploadLines = (uploaded: Uploaded, url: string | undefined, screen: Screen): string[] => {
  const { outcome, sent, isDry } = uploaded
  const { cells, paint } = screen
  const files = filesText(outcome, screen)
  const what = `${statusesOf(outcome)}${outcome.files.length > 1 ? `, in ${count(outcome.files.length, 'file')}` : ''}`
  if (isDry) return [...files, ...wrap(`not sent (--dry-run): ${what}`, cells)]
  if (sent?.kind !== 'sent') return [...files, ...wrap(`not sent: ${what}`, cells)]
  return [
    ...files,
    ...hanging(`${paint('sent', 'green')} `, what, cells),
    ...newsOf(sent.warnings, outcome).flatMap((warning) => hanging('note: ', oneLine(warning), cells)),
    ...(sent.artifacts ? wrap(oneLine(sent.artifacts), cells) : []),
    ...(sent.url ? [sent.url, ...compareLines(sent.url, url)] : []),
  ]
}

/** By its id: the newest of the branch may be another, since reports say themselves when they began. */
const compareLines = (executionUrl: string, url: string | undefined): string[] => {
  const id = UUID.exec(executionUrl)?.[0]
  return id ? [`compare it: npx @svc/cli compare auto ${id}${url === undefined ? '' : ` --url ${url}`}`] : []
}

/** What the server adds; what was told of a file above is not told again. */
const newsOf = (warnings: string[], { files }: Uploaded['outcome']) =>
  warnings.filter((warning) => !files.some(({ name }) => warning.startsWith(`${name}: `)))

/** What went wrong, a line each, and what to do. */
export const uploadTroubles = ({ outcome, sent, missing, reasons }: Uploaded): string[] => {
  const trouble = troubleOf(outcome, missing)
  const isSent = sent?.kind === 'sent'
  return [
    ...outcome.files.filter(({ problem }) => problem).map(problemLine),
    ...missing.map((name) => oneLine(`${name}: ${reasons.get(name) ?? 'no file fits it'}`)),
    ...(trouble === ''
      ? []
      : [
          `${trouble}; ${isSent ? 'what else there is was sent, and the execution is not green' : 'nothing was sent'}`,
        ]),
    ...(sent && !isSent ? notSent(sent) : []),
  ]
}

const notSent = (sent: Exclude<NonNullable<Uploaded['sent']>, { kind: 'sent' }>): string[] => {
  const reason = sent.kind === 'kept' ? 'there is no API key' : sent.reason
  const place = sent.path ? `; the results are kept in ${sent.path}` : ''
  const next = sent.path && sent.kind !== 'rejected' ? '; to send them: npx @svc/cli flush' : ''
  return [`not sent: ${oneLine(reason)}${place}${next}`]
}
