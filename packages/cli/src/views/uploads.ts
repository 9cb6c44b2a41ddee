import { filesText, problemLine, statusesOf, troubleOf } from '../reports/outcome-text.ts'
import type { Uploaded } from '../reports/upload-found.ts'
import { UUID } from '../server/uuid.ts'
import { quoted } from '../terminal/quoted.ts'
import type { Screen } from '../terminal/screen.ts'
import { hanging, oneLine, wrap } from '../terminal/text.ts'
import { count } from '../terminal/words.ts'

/** Returns the result of an upload as JSON data. */
export const uploadData = (uploaded: Uploaded) => {
  const { outcome, sent, missing, isDry } = uploaded
  const { tests, attempts, statuses, errors, files } = outcome
  const { kind: state = isDry ? 'dry' : 'nothing', ...rest } = sent ?? {}
  const error = isWell(uploaded) ? undefined : errorOf(uploaded)
  return { state, ...rest, missing, tests, attempts, statuses, errors, files, ...(error && { error }) }
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
    ...(sent.url ? [sent.url, ...compareLines(sent.url, uploaded.isShared, url)] : []),
  ]
}

/** Names the execution by its id, so that the command works anywhere; waits if other jobs may add results. */
const compareLines = (executionUrl: string, isShared: boolean, url: string | undefined): string[] => {
  const id = UUID.exec(executionUrl)?.[0]
  const more = `${isShared ? ' --wait' : ''}${url === undefined ? '' : ` --url ${quoted(url)}`}`
  return id ? [`to compare: npx --no svc compare auto ${id}${more}`] : []
}

/** Returns the warnings of the server; those of a file were printed with the file. */
const newsOf = (warnings: string[], { files }: Uploaded['outcome']) =>
  warnings.filter((warning) => !files.some(({ name }) => warning.startsWith(`${name}: `)))

/** Returns code, message and next step, as for a refusal. */
const errorOf = (uploaded: Uploaded) => {
  const { outcome, sent, missing } = uploaded
  const message = uploadTroubles(uploaded).join('\n')
  if (sent && sent.kind !== 'sent')
    return { code: 'NOT_SENT', message, next: sent.kind === 'postponed' ? FLUSH : DOCTOR }
  if (outcome.isBroken && outcome.files.some(({ problem }) => problem))
    return {
      code: 'BROKEN_FILES',
      message,
      next: 'check that the tests finished and wrote their report',
    }
  return missing.length > 0
    ? { code: 'NO_FILES', message, next: 'check that the tests write their report there' }
    : { code: 'NO_TESTS', message, next: 'check that the tests ran' }
}

const FLUSH = 'npx --no svc flush'
const DOCTOR = 'npx --no svc doctor'

/** Returns one line per problem, with the next step. */
export const uploadTroubles = ({ outcome, sent, missing, reasons, isDry }: Uploaded): string[] => {
  const trouble = troubleOf(outcome, missing)
  const isSent = sent?.kind === 'sent'
  return [
    ...outcome.files.filter(({ problem }) => problem).map(problemLine),
    ...missing.map((name) => oneLine(`${name}: ${reasons.get(name) ?? 'no file matches'}`)),
    ...(trouble === ''
      ? []
      : [
          isDry
            ? trouble
            : `${trouble}; ${isSent ? 'the rest was sent, and the execution is not green' : 'nothing was sent'}`,
        ]),
    ...(sent && !isSent ? notSent(sent) : []),
  ]
}

const notSent = (sent: Exclude<NonNullable<Uploaded['sent']>, { kind: 'sent' }>): string[] => {
  const reason = sent.kind === 'kept' ? 'SVC_API_KEY is not set' : sent.reason
  const place = sent.path ? `; the results are stored in ${sent.path}` : ''
  const next = sent.path && sent.kind !== 'rejected' ? '; to send them: npx --no svc flush' : ''
  return [`not sent: ${oneLine(reason)}${place}${next}`]
}
